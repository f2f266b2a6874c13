import { expect, test } from 'vitest';
import { outlineText } from '../../../../testing/outline-text.ts';
import { parseFile } from '../parse-file.ts';

const typescriptSource = String.raw`import express, { type Request, Router as ExpressRouter } from 'express';
import * as path from 'node:path';
import type { User } from './user.ts';
import './side-effect.ts';
export { helper } from './helper.ts';
export * from './types.ts';

/** Longest wait in milliseconds. */
export const MAX_WAIT = 1_000;
const hidden = 1,
  second = 2;

export type Id = string | number;

export interface Repository<T> {
  find(id: Id): Promise<T>;
  readonly size: number;
}

export enum Level {
  Low, // first
  High = 'high',
}

/** Keeps users. */
@Injectable()
export class UserService extends Base implements Repository<User> {
  static #count = 0;
  private cache = new Map<Id, User>();
  onChange = async (user: User): Promise<void> => {
    if (user) this.notify(user);
  };

  constructor(private readonly db: Database) {
    super();
  }

  @Memoize({ ttl: 3 })
  async find(id: Id): Promise<User> {
    for (const user of this.cache.values()) {
      if (user.id === id) return user;
      else if (user.old) continue;
    }
    return id ? this.load(id) : fail();
  }

  get size(): number {
    return this.cache.size;
  }

  private load(id: Id): User {
    function inner(): User {
      return id as User;
    }
    return inner();
  }
}

export async function* walk<T extends object>(root: T, options: { deep: boolean } = { deep: true }): AsyncGenerator<T> {
  switch (options.deep) {
    case true:
      yield root;
      break;
    default:
  }
}

export const compact = <T>(list: T[]): T[] => list.filter(Boolean);
const handlers = {
  open: (event: Event) => event,
  close() {},
};
declare module 'express' {
  interface Request {
    user: User;
  }
}
namespace Inner.Deep {
  export const depth = 1;
}
abstract class Shape {
  abstract area(): number;
}
declare function external(a: string): void;
export default function () {}
export { hidden as visible };
`;

test('TypeScript: names, kinds, lines, parents, visibility, complexity, imports', () => {
  const parsed = parseFile({ path: 'sample', text: typescriptSource, language: 'typescript' });
  expect(parsed.parser).toBe('ast');
  expect(outlineText(parsed)).toEqual([
    'const MAX_WAIT 9 exported',
    'const hidden 10 exported',
    'const second 11',
    'type Id 13 exported',
    'interface Repository 15-18 exported',
    'method Repository.find 16 exported',
    'enum Level 20-23 exported',
    'const Level.Low 21 exported',
    'const Level.High 22 exported',
    'class UserService 27-57 exported',
    'field UserService.#count 28',
    'field UserService.cache 29',
    'method UserService.onChange 30-32 exported c2',
    'method UserService.constructor 34-36 exported c1',
    'method UserService.find 39-45 exported c5',
    'method UserService.size 47-49 exported c1',
    'method UserService.load 51-56 c1',
    'fn UserService.load.inner 52-54 c1',
    'fn walk 59-66 exported c2',
    'fn compact 68 exported c1',
    'const handlers 69-72',
    'method handlers.open 70 c1',
    'method handlers.close 71 c1',
    'module express 73-77 exported',
    'interface express.Request 74-76 exported',
    'module Inner.Deep 78-80',
    'const Inner.Deep.depth 79',
    'class Shape 81-83',
    'method Shape.area 82',
    'fn external 84 exported',
    'fn default 85 exported c1',
    'import 1 express: express Request Router',
    'import 2 node:path: *',
    'import 3 ./user.ts: User',
    'import 4 ./side-effect.ts',
    'import 5 ./helper.ts: helper',
    'import 6 ./types.ts: *',
  ]);
});

const javascriptSource = String.raw`'use strict';
const fs = require('node:fs');
const { join, resolve: toAbsolute } = require('./paths');

function Server(options) {
  this.start = function () {
    return options.port ? listen(options.port) : null;
  };
}

Server.prototype.stop = function stop(reason) {
  try {
    this.socket.end();
  } catch (error) {
    if (reason) throw error;
  }
};

Server.create = (options) => new Server(options);

exports.connect = async function (url) {
  while (!ready(url)) await wait();
};
exports.join = join;
exports.version = '1.0';

class Queue extends Array {
  #limit = 10;
  static of = (...items) => items;
  *drain() {}
}

const plugin = {
  name: 'plugin',
  install: function (app) {},
  setup() {},
};

const generate = function* () {};
let Anonymous = class {
  method() {}
};

app.get('/users/:id', async (req, res) => {
  res.json(await find(req.params.id));
});
router.post('/users', validate, create);

describe('queue', () => {
  it('drains in order', async () => {
    expect(1).toBe(1);
  });
  test.each([[1], [2]])('takes %d items', (count) => {});
});

module.exports = { Queue, plugin, port: 1 };
const lazy = () => import('./lazy.js');
`;

test('JavaScript: names, kinds, lines, parents, visibility, complexity, imports', () => {
  const parsed = parseFile({ path: 'sample', text: javascriptSource, language: 'javascript' });
  expect(parsed.parser).toBe('ast');
  expect(outlineText(parsed)).toEqual([
    'fn Server 5-9 c2',
    'method Server.start 6-8 c2',
    'method Server.stop 11-17 c3',
    'method Server.create 19 c1',
    'fn connect 21-23 exported c2',
    'const version 25 exported',
    'class Queue 27-31 exported',
    'field Queue.#limit 28',
    'method Queue.of 29 exported c1',
    'method Queue.drain 30 exported c1',
    'const plugin 33-37 exported',
    'method plugin.install 35 exported c1',
    'method plugin.setup 36 exported c1',
    'fn generate 39 c1',
    'class Anonymous 40-42',
    'method Anonymous.method 41 c1',
    'route GET /users/:id 44-46 c1',
    'route POST /users 47 c1',
    'test queue 49-54 c1',
    'test queue.drains in order 50-52 c1',
    'test queue.takes %d items 53 c1',
    'module module.exports 56 exported',
    'fn lazy 57 c1',
    'import 2 node:fs',
    'import 3 ./paths: join resolve',
    'import 57 ./lazy.js',
  ]);
});
