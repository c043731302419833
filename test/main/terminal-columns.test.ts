import { expect, test } from 'vitest';
import { columns, coordinate, many, measured, milliseconds, vector } from '../../main/terminal/columns.ts';

test('figures have six digits and their thousands separated, coordinates have no comma inside', () => {
  expect([0, 1, 999.9999, 1000, -1234.5678, 123456.78, 1234567, 2.5e9, 1e-7].map(measured)).toEqual(['0', '1', '1,000', '1,000', '-1,234.57', '123,457', '1,234,570', '2500000000', '1e-7']);
  expect(coordinate(4785123.4)).toBe('4785120');
  expect(vector([581234.56, -1, 1e-9])).toBe('581235, -1, 1e-9');
  expect([milliseconds(0.42), milliseconds(12.4), milliseconds(12345)]).toEqual(['0.4 ms', '12 ms', '12,345 ms']);
});

test('one of a thing has no plural', () => {
  expect([many(0, 'box', 'boxes'), many(1, 'box', 'boxes'), many(1204, 'triangle')]).toEqual(['0 boxes', '1 box', '1,204 triangles']);
});

test('a long name does not push the figures behind it out of the terminal, at the end of a row it is whole', () => {
  const long = `${'long '.repeat(200)}end`;
  const [first, second] = columns([[long, '12'], ['crate', '1,320']], [1]).split('\n');
  expect(first).toBe(`  ${long.slice(0, 47)}…     12`);
  expect(second).toBe(`  ${'crate'.padEnd(48)}  1,320`);
  expect(columns([['note', long]])).toBe(`  note  ${long}\n`);
  expect(columns([['🧱'.repeat(48), 'x']])).toBe(`  ${'🧱'.repeat(48)}  x\n`);
});
