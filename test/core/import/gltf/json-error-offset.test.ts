import { expect, it } from 'vitest';
import { jsonErrorOffset } from '#core/json-error-offset';

it.each([
  ['{]', 1],
  ['{"a" 1}', 5],
  ['{"a":}', 5],
  ['{"a":1,}', 7],
  ['{a:1}', 1],
  ['[1,]', 3],
  ['[,1]', 1],
  ['[1 2]', 3],
  ['[01]', 2],
  ['[1.]', 2],
  ['["\\x"]', 2],
  ['["\n"]', 2],
  ['["abc', 5],
  ['[tru]', 1],
  ['{"a":[1,{"b":2}}', 15],
  ['', 0],
  ['  ', 2],
  ['{', 1],
  ['1 1', 2],
  ['[1],', 3],
])('%j stops being JSON at %i', (text, offset) => {
  expect(() => JSON.parse(text) as unknown).toThrow();
  expect(jsonErrorOffset(text)).toBe(offset);
});

it('returns the end of the valid JSON', () => {
  for (const text of ['{}', ' [1, -0.5e+3, "\\u00e9\\n", true, null, {"a": {"b": []}}] ', '"x"']) {
    expect(() => JSON.parse(text) as unknown).not.toThrow();
    expect(jsonErrorOffset(text)).toBe(text.length);
  }
});
