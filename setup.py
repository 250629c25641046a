"""Builds the compiled twins of the kernels; where there is no compiler, the Python functions do their work."""

from pathlib import Path

import numpy as np
from setuptools import Extension, setup

#: Packages that have kernels.
PACKAGES = ("page", "dates", "metadata", "writers", "algorithms", "algorithms/auto")

setup(
    ext_modules=[
        Extension(
            f"thresher.{package.replace('/', '.')}._kernels",
            [f"src/thresher/{package}/_kernels.pyx"],
            depends=[str(part) for part in Path("src/thresher").rglob("*.pxi")],
            include_dirs=[np.get_include()],
            define_macros=[("NPY_NO_DEPRECATED_API", "NPY_1_7_API_VERSION")],
            optional=True,
        )
        for package in PACKAGES
    ]
)
