import { nthSmallest } from '#core/math/nth-smallest';
import { expect, test } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';

test('the nth smallest value is the one at that index after sorting, also with duplicates and long runs', () => {
  const random = seededRandom(11);
  for (let count = 1; count <= 64; count++) {
    const kinds = [() => random(), () => Math.floor(4 * random()), (i: number) => i, (i: number) => -i, (i: number) => i % 7, () => 1];
    for (const kind of kinds) {
      const values = Float64Array.from({ length: count }, (_, i) => kind(i));
      const sorted = values.slice().sort();
      for (let n = 0; n < count; n++) expect(nthSmallest(values.slice(), n)).toBe(sorted[n]);
    }
  }
});
