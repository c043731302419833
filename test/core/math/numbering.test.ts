import { expect, it } from 'vitest';
import { createNumbering, numberOfKey } from '#core/math/numbering';
import { seededRandom } from '../../fixtures/random.ts';

it('numbers keys in the order of their first occurrence, like a map of strings', () => {
  const random = seededRandom(7);
  const numbering = createNumbering(2);
  const known = new Map<string, number>();
  for (let i = 0; i < 20_000; i++) {
    // Also words that differ in their highest bit alone, and 0 0.
    numbering.key.set([Math.floor(100 * random()), Math.floor(100 * random()) + (random() < 0.5 ? 0x8000_0000 : 0)]);
    const text = numbering.key.join();
    if (!known.has(text)) known.set(text, known.size);
    expect(numberOfKey(numbering)).toBe(known.get(text));
  }
  expect(numbering.count).toBe(known.size);
  expect(known.size).toBeGreaterThan(10_000);
});
