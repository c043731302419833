import { describe, expect, it } from 'vitest';
import { studyRegions } from '#core/health/study/helpers/study-regions';
import { instantiateSharedStudy, theSharedStudy } from '#core/kernel';

describe('regions of a study', () => {
  it('follow each other in whole pages, so that no helper has to grow the memory', () => {
    for (const triangles of [0, 1, 143_409, 871_414, 10_000_001]) {
      for (const bytes of [1, 65_536, 53_411_800 + triangles]) {
        const regions = studyRegions(bytes, triangles, 3);
        expect(regions).toHaveLength(4);
        let end = 0;
        for (const { skipped, bytes: own } of regions) {
          expect(skipped).toBe(end);
          expect(own % 65_536).toBe(0);
          end += own;
        }
        expect(regions[0]!.bytes).toBeGreaterThanOrEqual(bytes);
        expect(regions[1]!.bytes).toBeGreaterThan(75 * triangles);
      }
    }
  });

  it('end where they end, and are not grown', () => {
    const shared = theSharedStudy()!;
    const memory = shared.createMemory()!;
    const [whole, part] = [0, 1].map(() => instantiateSharedStudy(shared.module, memory)!);
    expect(whole!.useRegion(0, 4 * 65_536)).toBe(1);
    const { buffer } = memory;
    expect(part!.useRegion(2 * 65_536, 2 * 65_536)).toBe(1);
    expect(memory.buffer).toBe(buffer);
    expect(part!.allocate(2 * 65_536 - 100)).toBeGreaterThan(0);
    expect(part!.allocate(100)).toBe(0);
    expect(part!.allocate(2 ** 20)).toBe(0);
    expect(memory.buffer).toBe(buffer);
  });
});
