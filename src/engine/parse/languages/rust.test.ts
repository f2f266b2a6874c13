import { expect, test } from 'vitest';
import { outlineText } from '../../../../testing/outline-text.ts';
import { parseFile } from '../parse-file.ts';

const rustSource = String.raw`//! Crate documentation.
use std::collections::{hash_map::Entry as E, HashMap};
use crate::config::Config;
use super::*;
extern crate serde;
mod storage;

/// A point.
#[derive(Debug, Clone)]
pub struct Point<T> {
    pub x: T,
    y: T,
}

struct Pair(i32, i32);

pub(crate) enum Shape {
    Circle(f64),
    Square { side: f64 },
}

pub trait Area {
    const SIDES: usize;
    type Unit;
    fn area(&self) -> f64;
    fn double(&self) -> f64 {
        self.area() * 2.0
    }
}

impl<T> Area for Point<T>
where
    T: Copy,
{
    fn area(&self) -> f64 {
        match self.x {
            0 => 0.0,
            _ => 1.0,
        }
    }
}

impl Point<i32> {
    pub const ORIGIN: i32 = 0;

    #[inline]
    pub async fn load(path: &'static str) -> Result<Self, Error> {
        if let Some(x) = open(path) {
            for line in x.lines() {
                while line.is_empty() {}
            }
        }
        loop {}
    }
}

impl fmt::Display for crate::other::Remote<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result { Ok(()) }
}

macro_rules! square {
    ($x:expr) => { $x * $x };
}

pub const MAX: usize = 10;
static mut COUNTER: u32 = 0;
type Result<T> = std::result::Result<T, Error>;

unsafe extern "C" fn callback(data: *mut u8) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn works() {
        assert_eq!(square!(2), 4);
    }
}
`;

test('Rust: names, kinds, lines, parents, visibility, complexity, imports', () => {
  const parsed = parseFile({ path: 'sample', text: rustSource, language: 'rust' });
  expect(parsed.parser).toBe('ast');
  expect(outlineText(parsed)).toEqual([
    'class Point 10-13 exported',
    'field Point.x 11 exported',
    'field Point.y 12',
    'class Pair 15',
    'enum Shape 17-20 exported',
    'const Shape.Circle 18 exported',
    'const Shape.Square 19 exported',
    'field Shape.Square.side 19',
    'interface Area 22-29 exported',
    'const Area.SIDES 23 exported',
    'type Area.Unit 24 exported',
    'method Area.area 25 exported',
    'method Area.double 26-28 exported c1',
    'method Point.area 35-40 c2',
    'const Point.ORIGIN 44 exported',
    'method Point.load 47-54 exported c5',
    'method <Remote>.fmt 58 c1',
    'macro square 61-63 exported',
    'const MAX 65 exported',
    'const COUNTER 66',
    'type Result 67',
    'fn callback 69 c1',
    'module tests 72-79',
    'fn tests.works 76-78 c1',
    'import 2 std::collections: Entry HashMap',
    'import 3 crate::config: Config',
    'import 4 super: *',
    'import 5 serde',
    'import 6 self::storage',
    'import 73 super: *',
  ]);
});
