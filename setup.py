"""Builds the compiled twins of the kernels; where there is no compiler, the Python functions do their work."""

from pathlib import Path

import numpy as np
from Cython.Build import cythonize
from setuptools import Extension, setup

#: Packages that have kernels.
PACKAGES = ("page", "dates", "metadata", "writers", "algorithms", "algorithms/auto")

EXTENSIONS = [
    Extension(
        f"thresher.{package.replace('/', '.')}._kernels",
        [f"src/thresher/{package}/_kernels.pyx"],
        depends=[str(part) for part in Path("src/thresher").rglob("*.pxi")],
        include_dirs=[np.get_include()],
        # Without what debuggers read, which is four fifths of a file.
        extra_compile_args=["-g0"],
        define_macros=[("NPY_NO_DEPRECATED_API", "NPY_1_7_API_VERSION")],
    )
    for package in PACKAGES
]

# C that was written for one release of numpy need not compile with the next, so each has a folder of its own.
KERNELS = cythonize(EXTENSIONS, build_dir=f"build/numpy-{np.__version__}", quiet=True)
for extension in KERNELS:
    extension.optional = True

setup(ext_modules=KERNELS)
