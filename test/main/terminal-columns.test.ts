import { expect, test } from 'vitest';
import { columns, coordinate, counted, many, measured, milliseconds, oneNotation, vector } from '../../main/terminal/columns.ts';

test('figures have six digits and their thousands separated, coordinates have no comma inside', () => {
  expect([0, 1, 999.9999, 1000, -1234.5678, 123456.78, 1234567, 2.5e9, 1e-7].map(measured)).toEqual([
    '0',
    '1',
    '1,000',
    '1,000',
    '-1,234.57',
    '123,457',
    '1,234,570',
    '2500000000',
    '1e-7',
  ]);
  expect(coordinate(4785123.4)).toBe('4785120');
  expect(vector([581234.56, -1, 1e-9])).toBe('581235, -1, 1e-9');
  expect([milliseconds(0.42), milliseconds(12.4), milliseconds(12345)]).toEqual(['0.4 ms', '12 ms', '12,345 ms']);
});

test('commas are where the language puts them', () => {
  const whole = [0, 7, 999, 1000, 12_345, 123_456, 1_234_567, 1e15, Number.MAX_SAFE_INTEGER, 2 ** 60, 1e21, 0.5, 1234.5678, NaN, Infinity];
  for (const value of [...whole, ...whole.map((each) => -each)].filter((each) => !Object.is(each, -0)))
    expect(counted(value)).toBe(value.toLocaleString('en'));
  for (let i = 0; i < 1000; i++) {
    const value = Number((Math.sin(i) * 10 ** (i % 12)).toPrecision(6));
    const expected = Math.abs(value) >= 1000 && Math.abs(value) < 1e9 ? value.toLocaleString('en') : String(value);
    expect(measured(value)).toBe(expected);
  }
});

test('the numbers of a column are printed alike, however far apart they are', () => {
  const column = (...values: readonly (number | null)[]): readonly string[] => values.map(oneNotation(values));
  expect(column(12, 1234, 52.345)).toEqual(['12.00', '1,234.00', '52.35']);
  expect(column(0.5, 0.012345, null, 0)).toEqual(['0.500000', '0.012345', 'none', '0.000000']);
  expect(column(7.18663e-5, 1.59225e-7)).toEqual(['7.187e-5', '1.592e-7']);
  expect(column(123456, 0, 200000)).toEqual(['123,456', '0', '200,000']);
  expect(column(null, NaN)).toEqual(['none', 'NaN']);
});

test('one of a thing has no plural', () => {
  expect([many(0, 'box', 'boxes'), many(1, 'box', 'boxes'), many(1204, 'triangle')]).toEqual(['0 boxes', '1 box', '1,204 triangles']);
});

test('a long name does not push the figures behind it out of the terminal, at the end of a row it is whole', () => {
  const long = `${'long '.repeat(200)}end`;
  const [first, second] = columns(
    [
      [long, '12'],
      ['crate', '1,320'],
    ],
    [1],
  ).split('\n');
  expect(first).toBe(`  ${long.slice(0, 47)}…     12`);
  expect(second).toBe(`  ${'crate'.padEnd(48)}  1,320`);
  expect(columns([['note', long]])).toBe(`  note  ${long}\n`);
  expect(columns([['🧱'.repeat(48), 'x']])).toBe(`  ${'🧱'.repeat(48)}  x\n`);
});
