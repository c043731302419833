import { describe, expect, it } from 'vitest';
import { buildOptions, type BuildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { buildTree } from '#core/tree/build-tree';
import { ball } from '../../fixtures/shapes.ts';

/** Fractions that a build reports. */
function reports(options: Partial<BuildOptions>): number[] {
  const fractions: number[] = [];
  buildTree(ball(400, 200), { ...defaultValues(buildOptions), ...options }, (fraction) => void fractions.push(fraction));
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
    expect(reports({ kind: 'aabb', split: 'sweep' }).filter((fraction) => fraction === 0).length).toBeGreaterThan(6);
  });

  it('is reported by the number of nodes of oriented boxes too', () => {
    const fractions = reports({ kind: 'obb', split: 'sah' });
    const triangles = 160_000;
    expect(fractions.filter((fraction) => fraction > 0.5).length).toBeGreaterThan((32 * triangles) / 2 ** 17);
  });
});
