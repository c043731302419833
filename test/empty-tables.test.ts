import { describe, expect, it, test } from 'vitest';

test('a table without rows is refused: it would pass without a test', () => {
  for (const { each } of [test, it, describe]) expect(() => each([])('row %s', () => {})).toThrow('This table has no rows');
});

test.each([1, 2])('a table with rows runs each, as %i', (row) => {
  expect(row).toBeGreaterThan(0);
});

test.each`
  a    | sum
  ${1} | ${2}
  ${2} | ${3}
`('a template is a table too, with $a', ({ a, sum }: { a: number; sum: number }) => {
  expect(a + 1).toBe(sum);
});
