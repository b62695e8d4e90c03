// SPDX-License-Identifier: Apache-2.0
// refused with: kernel\(xz, xx, zz\)
#include "playing.hpp"

#include <querent/learners/kernel/kernel_perceptron.hpp>

struct MyKernel {
#ifdef MISTAKE
  double operator()(const DenseRow& x, const DenseRow& z) const {
    return x.vector().dot(z.vector());
  }
#else
  double operator()(double xz, double, double) const { return xz; }
#endif
};

int main() {
  played(KernelPerceptron(SupportSet<MyKernel>{}), AskAll{});
}
