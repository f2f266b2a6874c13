import { expect, test } from 'vitest';
import { outlineText } from '../../../../testing/outline-text.ts';
import { parseFile } from '../parse-file.ts';

const javaSource = String.raw`package com.example.app;

import java.util.List;
import java.util.concurrent.*;
import static java.lang.Math.max;

/**
 * Serves users.
 */
@Service
@Table(name = "users")
public class UserService<T extends User> extends Base implements Finder<T> {
    private static final int MAX = 3, MIN = 1;
    @Autowired
    private Repository repository;

    public UserService(Repository repository) {
        this.repository = repository;
    }

    @Override
    @Transactional(readOnly = true)
    public List<T> find(String name, int limit) throws NotFound {
        if (name == null) { return null; }
        for (int i = 0; i < limit; i++) { }
        for (T user : all) { while (user.busy()) { } }
        try { load(); } catch (IOException | Error e) { }
        int size = limit > 0 ? limit : MAX;
        switch (size) {
            case 1: break;
            default: break;
        }
        return null;
    }

    protected abstract void refresh();

    static class Entry {
        int key;
    }

    enum Color {
        RED, GREEN(1) { void paint() { } };
        private int code;
    }
}

interface Finder<T> {
    int LIMIT = 10;
    List<T> find(String name, int limit);
    default void close() { }
}

record Point(int x, int y) {
    Point {
        if (x < 0) throw new Error();
    }
    int sum() { return x + y; }
}

@interface Marker {
    String value() default "";
}
`;

test('Java: names, kinds, lines, parents, visibility, complexity, imports', () => {
  const parsed = parseFile({ path: 'sample', text: javaSource, language: 'java' });
  expect(parsed.parser).toBe('ast');
  expect(outlineText(parsed)).toEqual([
    'class UserService 12-46 exported',
    'field UserService.MAX 13',
    'field UserService.MIN 13',
    'field UserService.repository 15',
    'method UserService.UserService 17-19 exported c1',
    'method UserService.find 23-34 exported c8',
    'method UserService.refresh 36',
    'class UserService.Entry 38-40',
    'field UserService.Entry.key 39',
    'enum UserService.Color 42-45',
    'const UserService.Color.RED 43',
    'const UserService.Color.GREEN 43',
    'method UserService.Color.GREEN.paint 43 c1',
    'field UserService.Color.code 44',
    'interface Finder 48-52',
    'field Finder.LIMIT 49',
    'method Finder.find 50',
    'method Finder.close 51 c1',
    'class Point 54-59',
    'method Point.Point 55-57 c2',
    'method Point.sum 58 c1',
    'interface Marker 61-63',
    'method Marker.value 62',
    'import 3 java.util.List: List',
    'import 4 java.util.concurrent: *',
    'import 5 java.lang.Math.max: max',
  ]);
});
