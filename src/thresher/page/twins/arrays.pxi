# What all twins need: numpy's columns and Python's strings as C arrays.

cimport numpy as cnp
from cpython.dict cimport PyDict_GetItem
from cpython.mem cimport PyMem_Free, PyMem_Malloc, PyMem_Realloc
from cpython.object cimport PyObject
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memchr, memcmp, memcpy, memset

cnp.import_array()

cdef extern from "Python.h":
    int PyUnicode_KIND(object text)
    void *PyUnicode_DATA(object text)
    Py_UCS4 PyUnicode_READ(int kind, void *data, Py_ssize_t place)
    void PyUnicode_WRITE(int kind, void *data, Py_ssize_t place, Py_UCS4 char)
    Py_ssize_t PyUnicode_GET_LENGTH(object text)
    object PyUnicode_New(Py_ssize_t size, Py_UCS4 highest)
    Py_UCS4 PyUnicode_MAX_CHAR_VALUE(object text)
    object PyUnicode_FromKindAndData(int kind, const void *data, Py_ssize_t size)
    int Py_UNICODE_ISSPACE(Py_UCS4 char)
    int Py_UNICODE_ISALNUM(Py_UCS4 char)
    int Py_UNICODE_ISDECIMAL(Py_UCS4 char)
    Py_ssize_t PyUnicode_FindChar(object text, Py_UCS4 char, Py_ssize_t start, Py_ssize_t stop, int way) except -2


cdef inline cnp.ndarray _new(cnp.npy_intp size, int kind):
    return cnp.PyArray_EMPTY(1, &size, kind, 0)


cdef inline cnp.ndarray _as(column, int kind):
    """The column as contiguous numbers of a kind; itself where it is that."""
    return cnp.PyArray_FROMANY(column, kind, 1, 1, cnp.NPY_ARRAY_CARRAY_RO)


cdef inline int64_t *_ints(cnp.ndarray column):
    return <int64_t *> cnp.PyArray_DATA(column)


cdef inline double *_floats(cnp.ndarray column):
    return <double *> cnp.PyArray_DATA(column)


cdef inline uint8_t *_bytes(cnp.ndarray column):
    return <uint8_t *> cnp.PyArray_DATA(column)


cdef int _demand(bint holds) except -1:
    """Rows outside of a table are an error, not a crash."""
    if not holds:
        raise IndexError("a row lies outside of its table")
    return 0


#: No character.
cdef Py_UCS4 NO_SIGN = 0x110000
