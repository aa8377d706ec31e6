"""Compiling: rule functions, entry kernels, and a cache on disk that neither misses silently nor goes stale.

`rule` marks a function of the rules: plain Python, compiled by numba as part of the entry kernels that call it.
`entry` makes an entry kernel, callable from Python. numba's own `cache=True` never hits on a kernel made in a
closure and keeps playing an old helper from an edited file; the cache here is keyed by everything the kernel is
made of (`fingerprint`).

`NUMBA_DISABLE_JIT=1` runs the very same functions as plain Python.
"""

from __future__ import annotations

import hashlib
import inspect
import types
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import llvmlite
import numba
import numpy as np
from numba import config
from numba.core import options

Function = TypeVar("Function", bound=Callable[..., Any])

COMPILED: bool = not getattr(config, "DISABLE_JIT", 0)
_SWITCHES = ("BOUNDSCHECK", "OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "CPU_NAME", "CPU_FEATURES")
# Rules are called from kernels alone, so they need no wrappers that are called from Python or C.
_INSIDE: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
# An option of numba's own making; where a later release drops it, the references are counted again.
_UNCOUNTED: dict[str, Any] = {"_nrt": False} if hasattr(options.DefaultOptions, "_nrt") else {}


def rule(function: Function) -> Function:
    """Mark a function of the rules; only kernels and other rules call it once it is compiled."""
    return _compiled(function, **_INSIDE)


def inlined(function: Function) -> Function:
    """A rule that is written into its callers: for small ones on the hot path, since each copy is compiled again."""
    return _compiled(function, inline="always", **_INSIDE)


def uncounted(function: Function) -> Function:
    """A rule that neither makes nor returns an array, spared the counting of references to those it is given.

    For the hot path: that counting takes an eighth of a fast game's time.
    """
    return _compiled(function, **_UNCOUNTED, **_INSIDE)


def _compiled(function: Function, **settings: Any) -> Function:
    if not COMPILED:
        return function
    compiled: Function = numba.njit(function, nogil=True, error_model="numpy", **settings)
    return compiled


def entry(function: Function, owner: str) -> Function:
    """Compile an entry kernel on its first call, cached on disk under the owner's name (that of a game)."""
    function.__qualname__ = f"{owner}.{function.__name__}"
    if not COMPILED:
        return _quiet(function)
    kernel: Any = _compiled(function)
    try:
        kernel._cache = _make_cache(function)
    except Exception as error:  # numba's internals have moved, or no folder can be written
        _warn_once(f"kernels are compiled anew in each process, since they cannot be cached: {error}")
    return kernel  # type: ignore[no-any-return]


def direct(kernel: Function) -> Function:
    """A kernel that has been called once, without numba's choosing among signatures: half the cost of a call.

    It may only be called with arguments of the very types of that call. Falls back on the kernel itself.
    """
    try:
        (compiled,) = kernel.overloads.values()  # type: ignore[attr-defined]
        entry_point: Function = compiled.entry_point
    except (AttributeError, ValueError):  # uncompiled, or numba's internals have moved
        return kernel
    return entry_point


def records(states: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The structured states as the kernels take them: compiled as they are, uncompiled with fields as attributes."""
    return states if COMPILED else states.view(np.recarray)


def _quiet(function: Function) -> Function:
    """Uncompiled, words wrap around as they do compiled, without numpy's warning."""

    def run(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*arguments)

    return run  # type: ignore[return-value]


def fingerprint(function: Callable[..., Any]) -> str:
    """A hash of all that a kernel is made of.

    That is: the source files of every function that it can reach, the values of the constants that they name, the
    sources of the modules that they name, the versions of numba, llvmlite and numpy, and numba's switches.
    """
    files: set[str] = set()
    values: set[str] = set()
    reached: dict[int, Callable[..., Any]] = {}
    waiting = [function]
    while waiting:
        part = waiting.pop()
        if id(part) in reached:
            continue
        reached[id(part)] = part
        files.add(inspect.getfile(part))
        named = inspect.getclosurevars(part)
        for name, value in {**named.globals, **named.nonlocals}.items():
            if isinstance(value, types.ModuleType):
                if value.__name__.partition(".")[0] not in ("numpy", "numba", "math") and value.__file__:
                    files.add(value.__file__)
            elif hasattr(value, "py_func"):
                waiting.append(value.py_func)
            else:
                values.add(f"{name}={value!r}")
    digest = hashlib.sha256()
    for text in sorted(values):
        digest.update(text.encode())
    for file in sorted(files):
        digest.update(_file_digest(file))
    versions = (numba.__version__, llvmlite.__version__, np.__version__)
    switches = [(name, _switch(name)) for name in _SWITCHES]
    digest.update(repr((versions, switches)).encode())
    return digest.hexdigest()


@cache
def _file_digest(file: str) -> bytes:
    return hashlib.sha256(Path(file).read_bytes()).digest()


def _switch(name: str) -> Any:
    return getattr(config, name, None)


def _make_cache(function: Callable[..., Any]) -> Any:
    """numba's cache of a function, keyed by its fingerprint."""
    from numba.core import caching

    internals: Any = caching

    key = fingerprint(function)

    class KernelCache(internals.FunctionCache):  # type: ignore[misc]
        def _index_key(self, sig: Any, codegen: Any) -> Any:
            return sig, codegen.magic_tuple(), key

    made: Any = KernelCache(function)
    # The fingerprint is the stamp too: a kernel whose sources were edited overwrites its stale files.
    name = f"{made._impl.filename_base}-{int(bool(_switch('BOUNDSCHECK')))}"
    made._cache_file = internals.IndexDataCacheFile(made._cache_path, name, key)
    return made


@cache
def _warn_once(text: str) -> None:
    warnings.warn(text, RuntimeWarning, stacklevel=3)
