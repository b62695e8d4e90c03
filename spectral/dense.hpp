// SPDX-License-Identifier: Apache-2.0
// Dense linear algebra of whole matrices. Eigen's solvers are templates that take seconds to
// compile in every file that uses them; here they are compiled once. They are public, unlike the
// rest of querent::spectral, since libquerent_session calls them.
#pragma once

#include <Eigen/Core>

namespace [[gnu::visibility("default")]] querent {
namespace dense {

struct SymmetricPairs {
  Eigen::VectorXd values;   ///< ascending
  Eigen::MatrixXd vectors;  ///< one unit column per value; with a matrix B, vᵀ B v = 1
};

/// All pairs A v = λ v of a symmetric matrix, whose lower triangle is read (tridiagonal QR, O(n³));
/// empty for a matrix without rows. Throws NotConverged.
SymmetricPairs symmetric_pairs(const Eigen::MatrixXd& A);

/// All pairs A v = λ B v, B positive definite; the lower triangles are read. Throws NotConverged.
SymmetricPairs symmetric_pairs(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

/// All pairs of the symmetric tridiagonal matrix with this diagonal and subdiagonal, which is one
/// entry shorter. Throws NotConverged.
SymmetricPairs tridiagonal_pairs(const Eigen::VectorXd& diagonal, const Eigen::VectorXd& sub);

/// Only its eigenvalues, ascending. Throws NotConverged.
Eigen::VectorXd tridiagonal_values(const Eigen::VectorXd& diagonal, const Eigen::VectorXd& sub);

/// Columns with the span of Y, as many as Y has (at most its rows), orthonormal to six digits
/// (Cholesky QR): accurate enough between the products of a subspace iteration. If the columns are
/// too similar for it, to all digits by Householder QR, which takes three times as long.
Eigen::MatrixXd nearly_orthonormal_columns(Eigen::MatrixXd Y);

/// A B.
Eigen::MatrixXd times(const Eigen::Ref<const Eigen::MatrixXd>& A,
                      const Eigen::Ref<const Eigen::MatrixXd>& B);

/// Aᵀ B.
Eigen::MatrixXd transposed_times(const Eigen::Ref<const Eigen::MatrixXd>& A,
                                 const Eigen::Ref<const Eigen::MatrixXd>& B);

/// Aᵀ A.
Eigen::MatrixXd gram(const Eigen::Ref<const Eigen::MatrixXd>& A);

}  // namespace dense

namespace spectral {
using dense::gram;
using dense::nearly_orthonormal_columns;
using dense::symmetric_pairs;
using dense::SymmetricPairs;
using dense::times;
using dense::transposed_times;
using dense::tridiagonal_pairs;
using dense::tridiagonal_values;
}  // namespace spectral
}  // namespace querent
