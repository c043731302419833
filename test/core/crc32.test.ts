import { crc32 as zlibCrc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { crc32 } from '#core/crc32';
import { seededRandom } from '../fixtures/random.ts';

test('the checksum of the ASCII digits 1 to 9 is the published check value', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
  expect(crc32(new Uint8Array())).toBe(0);
});

test('every length from 0 to 64, and every part of a run, agree with zlib', () => {
  const random = seededRandom(1);
  const bytes = Uint8Array.from({ length: 64 }, () => 256 * random());
  for (let start = 0; start <= 64; start++) {
    for (let end = start; end <= 64; end++) expect(crc32(bytes, start, end)).toBe(zlibCrc32(bytes.subarray(start, end)));
  }
});
