import { describe, expect, it } from 'vitest';
import { type Kernel, theKernel } from '#core/kernel';
import { buildOptions, type BuildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { buildTree } from '#core/tree/build-tree';
import { ball } from '../../fixtures/shapes.ts';

/** Fractions that a build reports. */
function reports(options: Partial<BuildOptions>, kernel: Kernel | null = theKernel): number[] {
  const fractions: number[] = [];
  buildTree(ball(400, 200), { ...defaultValues(buildOptions), ...options }, (fraction) => void fractions.push(fraction), kernel);
  return fractions;
}

// A build is cancelled by its progress, so no part of it may be without.
describe('the progress of a build of 160,000 triangles', () => {
  it('is reported while a wide tree is written from boxes', () => {
    const fractions = reports({ kind: 'wide', split: 'ploc' });
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
    const boxes = fractions.findLastIndex((fraction) => fraction <= 0.5);
    expect(new Set(fractions.slice(boxes + 1)).size).toBeGreaterThan(4);
  });

  it('is reported before each sort of a sweep, and on each axis of a large node', () => {
    const fractions = reports({ kind: 'aabb', split: 'sweep' }, null);
    expect(fractions.filter((fraction) => fraction === 0).length).toBeGreaterThan(6);
  });

  it('is reported by WebAssembly before each sort of a sweep, and dozens of times while it divides', () => {
    const fractions = reports({ kind: 'aabb', split: 'sweep' });
    for (const sort of [0.1, 0.2, 0.1 * 3]) expect(fractions.filter((fraction) => fraction === sort)).toHaveLength(1);
    expect(fractions.length).toBeGreaterThan(50);
  });

  it('is reported by the number of nodes of oriented boxes too', () => {
    const fractions = reports({ kind: 'obb', split: 'sah' });
    const triangles = 160_000;
    expect(fractions.filter((fraction) => fraction > 0.5).length).toBeGreaterThan((32 * triangles) / 2 ** 17);
  });
});
