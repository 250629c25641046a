"""Builds the compiled twins of the kernels; where there is no compiler, the Python functions do their work."""

import numpy as np
from setuptools import Extension, setup

setup(
    ext_modules=[
        Extension(
            "thresher.page._kernels",
            ["src/thresher/page/_kernels.pyx"],
            include_dirs=[np.get_include()],
            define_macros=[("NPY_NO_DEPRECATED_API", "NPY_1_7_API_VERSION")],
            optional=True,
        )
    ]
)
