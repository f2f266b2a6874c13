import { expect, test } from 'vitest';
import { outlineText } from '../../../../testing/outline-text.ts';
import { parseFile } from '../parse-file.ts';

const luaSource = String.raw`local json = require("json")
local util = require 'lib.util'
local limit, other = 3, 4
COUNT = 0

local M = {}

-- Finds a user.
-- By name.
function M.find(name)
  if name then
    return 1
  elseif limit then
    return 2
  end
  for i = 1, 2 do end
  while limit do break end
end

function M:save(user)
  local function inner() end
  repeat until true
end

M.handler = function(event)
  return event
end

local function helper() end

local options = {
  size = 1,
  on_open = function() end,
}

return M
`;

test('Lua: names, kinds, lines, parents, visibility, complexity, imports', () => {
  const parsed = parseFile({ path: 'sample', text: luaSource, language: 'lua' });
  expect(parsed.parser).toBe('ast');
  expect(outlineText(parsed)).toEqual([
    'const limit 3',
    'const other 3',
    'const COUNT 4 exported',
    'const M 6 exported',
    'fn M.find 10-18 exported c5',
    'method M.save 20-23 exported c2',
    'fn M.save.inner 21 c1',
    'fn M.handler 25-27 exported c1',
    'fn helper 29 c1',
    'const options 31-34',
    'method options.on_open 33 c1',
    'import 1 json',
    'import 2 lib.util',
  ]);
});
