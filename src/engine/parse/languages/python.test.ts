import { expect, test } from 'vitest';
import { outlineText } from '../../../../testing/outline-text.ts';
import { parseFile } from '../parse-file.ts';

const pythonSource = String.raw`"""Module docstring."""
from __future__ import annotations
import os.path as osp, sys
from .models import (
    Order as O,  # kept
    User,
)
from . import views

MAX_RETRIES: int = 3
first, second = 1, 2
_private = None

type Pair[T] = tuple[T, T]


class Client(Base, metaclass=Meta):
    """Talks to the server."""

    timeout: float = 1.0
    retries = MAX_RETRIES

    @property
    @cached(
        ttl=3,
    )
    def url(self) -> str:
        if self.secure and self.host:
            return "https"
        elif self.host:
            return "http"
        return "x" if self.port else "y"

    async def fetch(self, path: str, *, params: dict[str, int] = {}) -> bytes:
        for attempt in range(self.retries):
            while True:
                try:
                    return await self.get(path)
                except (OSError, ValueError):
                    pass

    class Inner:
        def deep(self): ...


# Makes a client.
# Twice.
def make_client(name):
    def build():
        return Client(name)

    match name:
        case "a":
            return build()
        case _:
            return None


@app.route("/users/<id>", methods=["GET"])
def show_user(id):
    return id


@router.get("/items")
async def list_items(): ...


if sys.platform == "win32":
    SEPARATOR = ";"

    def only_windows(): pass
`;

test('Python: names, kinds, lines, parents, visibility, complexity, imports', () => {
  const parsed = parseFile({ path: 'sample', text: pythonSource, language: 'python' });
  expect(parsed.parser).toBe('ast');
  expect(outlineText(parsed)).toEqual([
    'const MAX_RETRIES 10 exported',
    'const first 11 exported',
    'const second 11 exported',
    'const _private 12',
    'type Pair 14 exported',
    'class Client 17-43 exported',
    'field Client.timeout 20 exported',
    'field Client.retries 21 exported',
    'method Client.url 27-32 exported c4',
    'method Client.fetch 34-40 exported c4',
    'class Client.Inner 42-43 exported',
    'method Client.Inner.deep 43 exported c1',
    'fn make_client 48-56 exported c2',
    'fn make_client.build 49-50 c1',
    'route ANY /users/<id> 59-61 exported c1',
    'fn show_user 60-61 exported c1',
    'route GET /items 64-65 exported c1',
    'fn list_items 65 exported c1',
    'const SEPARATOR 69 exported',
    'fn only_windows 71 exported c1',
    'import 2 __future__: annotations',
    'import 3 os.path',
    'import 3 sys',
    'import 4 .models: Order User',
    'import 8 .: views',
  ]);
});
