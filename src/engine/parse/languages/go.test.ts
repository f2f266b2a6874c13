import { expect, test } from 'vitest';
import { outlineText } from '../../../../testing/outline-text.ts';
import { parseFile } from '../parse-file.ts';

const goSource = String.raw`// Package server serves.
package server

import (
	"fmt"
	str "strings"
	_ "embed"
)

const Version = "1.0"

const (
	StateNew, StateOld = iota, 2
	// stateGone is private.
	stateGone
)

var (
	defaultServer *Server
	Registry      = map[string]func(){"a": func() {}}
)

// Server listens.
type Server struct {
	Addr  string ${'`'}json:"addr"${'`'}
	mu, q sync.Mutex
	*Embedded
}

type (
	Handler interface {
		Serve(w Writer, r *Request) error
		io.Closer
	}
	ID      = string
	HandlerFunc func(Writer) error
)

// Start starts.
func (s *Server) Start(ctx context.Context) error {
	if ctx == nil && s != nil {
		return nil
	} else if s.q {
		return nil
	}
	for i := range s.items {
		switch i {
		case 1, 2:
		default:
		}
	}
	select {
	case <-ctx.Done():
	}
	var local = 1
	return nil
}

func (c Cache[K, V]) Get(key K) (value V, ok bool) { return }

func New[T any](options ...Option) *Server {
	tests := []struct{ name string }{{"a"}}
	return &Server{}
}
`;

test('Go: names, kinds, lines, parents, visibility, complexity, imports', () => {
  const parsed = parseFile({ path: 'sample', text: goSource, language: 'go' });
  expect(parsed.parser).toBe('ast');
  expect(outlineText(parsed)).toEqual([
    'const Version 10 exported',
    'const StateNew 13 exported',
    'const StateOld 13 exported',
    'const stateGone 15',
    'const defaultServer 19',
    'const Registry 20 exported',
    'class Server 24-28 exported',
    'field Server.Addr 25 exported',
    'field Server.mu 26',
    'field Server.q 26',
    'interface Handler 31-34 exported',
    'method Handler.Serve 32 exported',
    'type ID 35 exported',
    'type HandlerFunc 36 exported',
    'method Server.Start 40-57 exported c6',
    'method <Cache>.Get 59 exported c1',
    'fn New 61-64 exported c1',
    'import 5 fmt',
    'import 6 strings',
    'import 7 embed',
  ]);
});
