/** Members whose type stands in another file are found, and told, with its name. */
import { expect, test } from 'vitest';
import { anchors, ask, engineOn, request } from '../../testing/ask.ts';
import { makeRepo } from '../../testing/make-repo.ts';

test.each([
  ['src/start.go', 'package server\n\nfunc (s *Server) Start() {}\n', 'Server.Start'],
  ['src/start.rs', 'use crate::Server;\nimpl Server {\n    pub fn start(&self) {}\n}\n', 'Server::start'],
  ['src/start.cpp', '#include "server.h"\n\nvoid Server::start() {}\n', 'Server::start'],
  ['src/start.js', 'Server.prototype.start = function () {};\n', 'Server.start'],
  ['src/start.swift', 'extension Server {\n  func start() {}\n}\n', 'Server.start'],
])('%s', async (path, text, name) => {
  using repo = makeRepo({
    [path]: text,
    'client/other.go': 'package client\n\nfunc (c *Client) Start() {}\n',
    'client/other.js': 'Client.prototype.start = function () {};\n',
  });
  await using engine = await engineOn(repo);
  const answer = await engine.search(request({ verb: 'def', text: name }));
  expect(anchors(answer)).toEqual([expect.stringMatching(`^${path}:\\d`)]);
  expect(answer.groups[0]?.hits[0]?.symbol?.qualifiedName).toBe(name.replace('::', '.'));
});

test('an outline and the code around a line name the type as well', async () => {
  using repo = makeRepo({ 'start.go': 'package server\n\nfunc (s *Server) Start() {\n\tx := 1\n\t_ = x\n}\n' });
  for (const question of [{ verb: 'outline', text: 'start.go' } as const, { text: 'start.go:4' }]) {
    const { groups } = await ask(repo, question);
    expect(groups[0]?.hits[0]?.symbol?.qualifiedName).toBe('Server.Start');
  }
});
