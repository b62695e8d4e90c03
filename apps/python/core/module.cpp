// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>

#include <querent/datasets/error.hpp>
#include <querent/learners/learner.hpp>
#include <querent/spectral/embedding.hpp>

#include "arrays.hpp"

namespace querent::python {

namespace {

// The message may contain a file name that is not UTF-8.
py::object text_of(const char* words) {
  return py::reinterpret_steal<py::object>(
      PyUnicode_DecodeUTF8(words, static_cast<Py_ssize_t>(std::strlen(words)), "backslashreplace"));
}

void raise(PyObject* kind, const char* words) {
  PyErr_SetObject(kind, text_of(words).ptr());
}

// Python chooses FileNotFoundError and the like by errno, of which the library keeps the words.
void raise_os_error(const std::string& words) {
  for (const int code : {ENOENT, EACCES, EPERM, EEXIST, ENOTDIR, EISDIR, ENOSPC}) {
    if (words.find(std::strerror(code)) == std::string::npos) continue;
    PyErr_SetObject(PyExc_OSError, py::make_tuple(code, text_of(words.c_str())).ptr());
    return;
  }
  raise(PyExc_OSError, words.c_str());
}

// querent.DataError is a ValueError, and so on, so that code that catches Python's classes catches
// ours.
void add_errors(py::module_& module) {
  static py::exception<DataError> data(module, "DataError", PyExc_ValueError);
  static py::exception<CorruptError> corrupt(module, "CorruptError", PyExc_ValueError);
  static py::exception<LimitError> limit(module, "LimitError", PyExc_MemoryError);
  static py::exception<NotConverged> not_converged(module, "NotConverged", PyExc_RuntimeError);
  data.attr("__doc__") = "Bad data of a file, with file, line and column.";
  corrupt.attr("__doc__") = "A file of querent is damaged, of another version, or of other items.";
  limit.attr("__doc__") = "Memory, the length of a line or another limit is exceeded.";
  not_converged.attr("__doc__") = "Eigenvectors were not computed to the tolerance.";
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Cancelled&) {
      // Ctrl-C has set its exception already
      if (PyErr_Occurred() == nullptr) PyErr_SetNone(PyExc_KeyboardInterrupt);
    } catch (const DataError& error) {
      raise(data.ptr(), error.what());
    } catch (const CorruptError& error) {
      raise(corrupt.ptr(), error.what());
    } catch (const LimitError& error) {
      raise(limit.ptr(), error.what());
    } catch (const NotConverged& error) {
      raise(not_converged.ptr(), error.what());
    } catch (const IoError& error) {
      raise_os_error(error.what());
    } catch (const std::filesystem::filesystem_error& error) {
      raise_os_error(error.what());
    } catch (const NotFinite& error) {
      raise(PyExc_ValueError, error.what());
    }
  });
}

}  // namespace

PYBIND11_MODULE(_querent, module) {
  module.doc() = "The C++ library behind querent.";
  module.attr("__version__") = QUERENT_VERSION;
  add_errors(module);
  add_rows(module);
  add_graphs(module);
  add_learners(module);
  add_catalogue(module);
  add_rules(module);
  add_items(module);
  add_sessions(module);
  add_reading(module);
  add_datasets(module);
}

}  // namespace querent::python
