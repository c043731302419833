import { describe, expect, test } from 'vitest';
import { placeAfter } from '../../../renderer/widgets/place-after.ts';
import { nextSorting, sortedRows } from '../../../renderer/widgets/sort-order.ts';

describe('a sorted list', () => {
  const keys = [3, 1, NaN, 2, 1, Infinity];
  const keyOf = (row: number): number => keys[row]!;

  test('ascends with equal rows in order, and rows without a key last', () => {
    expect([...sortedRows(keys.length, keyOf, false)]).toEqual([1, 4, 3, 0, 2, 5]);
  });

  test('descends with equal rows in order, and rows without a key last', () => {
    expect([...sortedRows(keys.length, keyOf, true)]).toEqual([5, 0, 3, 1, 4, 2]);
  });

  test('agrees with the array sort', () => {
    const many = Array.from({ length: 5000 }, (_, i) => (i * 7919) % 613);
    const expected = [...many.keys()].sort((a, b) => many[b]! - many[a]! || a - b);
    expect([...sortedRows(many.length, (row) => many[row]!, true)]).toEqual(expected);
  });

  test('agrees with the array sort for keys that differ by less than f32, negative, huge, tiny and infinite ones', () => {
    const some = [
      0,
      -0,
      1,
      1 + 2 ** -40,
      1 - 2 ** -40,
      -1,
      -1 - 2 ** -45,
      1e300,
      -1e300,
      1e-300,
      -1e-300,
      Infinity,
      -Infinity,
      2 ** 31,
      NaN,
    ];
    const many = Array.from({ length: 3000 }, (_, i) => some[(i * 7919) % some.length]! * (1 + ((i * 31) % 7) * 2 ** -50));
    for (const descending of [false, true]) {
      const keys = many.map((key) => (Number.isNaN(key) ? Infinity : descending ? -key : key));
      const expected = [...many.keys()].sort((a, b) => (keys[a] === keys[b] ? a - b : keys[a]! < keys[b]! ? -1 : 1));
      expect([...sortedRows(many.length, (row) => many[row]!, descending)]).toEqual(expected);
    }
  });

  test('a column whose largest values matter begins with them', () => {
    const first = nextSorting(null, 1, true);
    expect(first).toEqual({ column: 1, descending: true });
    const second = nextSorting(first, 1, true);
    expect(second).toEqual({ column: 1, descending: false });
    expect(nextSorting(second, 1, true)).toBeNull();
  });

  test('is sorted by a column, then in reverse, then not at all', () => {
    const first = nextSorting(null, 2);
    expect(first).toEqual({ column: 2, descending: false });
    const second = nextSorting(first, 2);
    expect(second).toEqual({ column: 2, descending: true });
    expect(nextSorting(second, 2)).toBeNull();
    expect(nextSorting(second, 1)).toEqual({ column: 1, descending: false });
  });
});

describe('the keys of a list', () => {
  test('move by a row, a page, or to an end, and never beyond', () => {
    const after = (key: string, location: number): number | null => placeAfter(key, location, 7, 20);
    expect([after('ArrowDown', -1), after('ArrowDown', 3), after('ArrowDown', 19)]).toEqual([0, 4, 19]);
    expect([after('ArrowUp', -1), after('ArrowUp', 3)]).toEqual([0, 2]);
    expect([after('PageDown', 3), after('PageDown', 18), after('PageUp', 3), after('PageUp', 10)]).toEqual([10, 19, 0, 3]);
    expect([after('Home', 9), after('End', 9), after('x', 9)]).toEqual([0, 19, null]);
  });
});
