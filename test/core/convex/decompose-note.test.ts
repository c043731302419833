import { expect, test } from 'vitest';
import { mergedNote } from '#core/convex/decompose/decompose-note';

test('a note on merged hulls names what made more of them than the limit', () => {
  expect(mergedNote(7, 4, 1).message).toBe('The method made 7 hulls, more than the limit: they were merged into 4');
  expect(mergedNote(7, 4, 7).message).toBe('The mesh has 7 separate components: 7 hulls were merged into 4 to keep the limit');
});
