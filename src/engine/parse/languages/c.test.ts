import { expect, test } from 'vitest';
import { outlineText } from '../../../../testing/outline-text.ts';
import { parseFile } from '../parse-file.ts';

const cSource = String.raw`#include <stdio.h>
#include "lib/util.h"

#define BUFFER_SIZE 64
#define SQUARE(x) ((x) * (x))

#ifdef DEBUG
static void trace(const char *text) { puts(text); }
#endif

typedef struct point {
  int x, y;
} point_t;
typedef struct { double re; } complex_t;
typedef int (*compare_fn)(const void *, const void *);

struct node {
  struct node *next;
  int (*visit)(struct node *self);
};
union value { int number; char *text; };
enum color { RED, GREEN = 2 };

static const char *names[] = {"a", "b"};
int counter = 0, other;
extern int shared;

int parse(const char *input);

/* Copies a list.
   The caller frees it. */
struct node **copy_list(struct node *head, int limit)
{
  if (!head) return NULL;
  for (int i = 0; i < limit; i++) {
    switch (i) {
      case 0: break;
      default: continue;
    }
  }
  do { limit--; } while (limit > 0);
  return head ? &head->next : NULL;
}

int (*pick(int kind))(int) { return 0; }

static inline __attribute__((always_inline)) int fast(int a) { return a; }

int
old_style(a, b)
  int a;
{
  while (a) a--;
  return b;
}
`;

test('C: names, kinds, lines, parents, visibility, complexity, imports', () => {
  const parsed = parseFile({ path: 'sample', text: cSource, language: 'c' });
  expect(parsed.parser).toBe('ast');
  expect(outlineText(parsed)).toEqual([
    'macro BUFFER_SIZE 4 exported',
    'macro SQUARE 5 exported',
    'fn trace 8 c1',
    'type point_t 13 exported',
    'class point 11-13 exported',
    'field point.x 12 exported',
    'field point.y 12 exported',
    'type complex_t 14 exported',
    'field complex_t.re 14 exported',
    'type compare_fn 15 exported',
    'class node 17-20 exported',
    'field node.next 18 exported',
    'field node.visit 19 exported',
    'class value 21 exported',
    'field value.number 21 exported',
    'field value.text 21 exported',
    'enum color 22 exported',
    'const color.RED 22 exported',
    'const color.GREEN 22 exported',
    'const names 24',
    'const counter 25 exported',
    'const other 25 exported',
    'const shared 26 exported',
    'fn parse 28',
    'fn copy_list 32-43 exported c6',
    'fn pick 45 exported c1',
    'fn fast 47 c1',
    'fn old_style 50-55 exported c2',
    'import 1 <stdio.h>',
    'import 2 lib/util.h',
  ]);
});

const cppSource = String.raw`#include <vector>
#include "engine.h"

namespace app::core {

using Names = std::vector<std::string>;

// Base of all.
template <typename T>
class EXPORT_API Engine final : public Base<T> {
 public:
  explicit Engine(int size) : size_(size) {}
  Engine(const Engine&) = delete;
  ~Engine();
  virtual void run(int times) const override;
  int size() const { return size_; }
  bool operator==(const Engine& other) const { return true; }
  operator bool() const { return size_ > 0; }
  static int count;
  enum class Mode { Fast, Slow };
  struct Options { int depth = 1; };

 private:
  int size_ = 0, *data_;
};

template <typename T>
void Engine<T>::run(int times) const {
  for (auto item : items) {
    if (item) continue;
  }
  try { start(); } catch (...) { }
}

template <> struct hash<Engine<int>> { int seed; };

namespace {
int hidden = 1;
const std::string& name() { return kName; }
}  // namespace
}  // namespace app::core

void app::Remote::connect(const std::string& host) noexcept {}
app::Remote::~Remote() {}
std::ostream& operator<<(std::ostream& out, const Remote& remote) { return out; }
auto twice = [](int x) { return x * 2; };
constexpr int kLimit = 3;

TEST_F(EngineTest, RunsTwice) {
  EXPECT_EQ(1, 1);
}
`;

test('C++: names, kinds, lines, parents, visibility, complexity, imports', () => {
  const parsed = parseFile({ path: 'sample', text: cppSource, language: 'cpp' });
  expect(parsed.parser).toBe('ast');
  expect(outlineText(parsed)).toEqual([
    'module app::core 4-41 exported',
    'type app::core.Names 6 exported',
    'class app::core.Engine 10-25 exported',
    'method app::core.Engine.Engine 12 exported c1',
    'method app::core.Engine.Engine 13 exported',
    'method app::core.Engine.~Engine 14',
    'method app::core.Engine.run 15',
    'method app::core.Engine.size 16 exported c1',
    'method app::core.Engine.operator== 17 exported c1',
    'method app::core.Engine.operator bool 18 exported c1',
    'field app::core.Engine.count 19 exported',
    'enum app::core.Engine.Mode 20 exported',
    'const app::core.Engine.Mode.Fast 20 exported',
    'const app::core.Engine.Mode.Slow 20 exported',
    'class app::core.Engine.Options 21 exported',
    'field app::core.Engine.Options.depth 21 exported',
    'field app::core.Engine.size_ 24 exported',
    'field app::core.Engine.data_ 24 exported',
    'method app::core.Engine.run 28-33 exported c4',
    'class app::core.hash 35 exported',
    'field app::core.hash.seed 35 exported',
    'const app::core.hidden 38 exported',
    'fn app::core.name 39 exported c1',
    'method <app.Remote>.connect 43 exported c1',
    'method <app.Remote>.~Remote 44 exported c1',
    'fn operator<< 45 exported c1',
    'const twice 46 exported',
    'const kLimit 47 exported',
    'test EngineTest.RunsTwice 49-51 exported c1',
    'import 1 <vector>',
    'import 2 engine.h',
  ]);
});
