"""The definitions of a Python file, by its syntax tree."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator

from tracecli.sources.definition import Definition

_Block = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def python_definitions(text: str) -> tuple[Definition, ...] | str:
    """Give functions, classes and the constants of modules and classes, or why the file can't be parsed.

    A file may be written for a newer Python than this one, or for an older one.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # its authors' odd escapes are not our business
            tree = ast.parse(text)
        found = sorted(_walk(tree), key=lambda one: (one.head, -one.end))
    except SyntaxError as error:
        return f"line {error.lineno or 0} is no Python that this Python reads"
    except (ValueError, RecursionError, MemoryError):
        return "it is no Python that this Python reads"
    return tuple(found)


def _walk(tree: ast.Module) -> Iterator[Definition]:
    """Go through all statements without recursion, which a deeply nested file could exhaust."""
    waiting: list[tuple[ast.AST, str, bool]] = [(tree, "", True)]
    while waiting:
        node, prefix, constants = waiting.pop()
        for child in ast.iter_child_nodes(node):
            if isinstance(child, _Block):
                yield _block(child, prefix)
                waiting.append((child, f"{prefix}{child.name}.", isinstance(child, ast.ClassDef)))
            elif isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
                if constants:
                    yield from _constants(child, prefix)
                waiting.append((child, prefix, constants))


def _block(node: _Block, prefix: str) -> Definition:
    head = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    return Definition(f"{prefix}{node.name}", head, node.lineno, node.end_lineno or node.lineno)


def _constants(node: ast.AST, prefix: str) -> Iterator[Definition]:
    if not isinstance(node, ast.Assign | ast.AnnAssign):
        return
    for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
        if isinstance(target, ast.Name):
            end = node.end_lineno or node.lineno
            yield Definition(f"{prefix}{target.id}", node.lineno, node.lineno, end, block=False)
