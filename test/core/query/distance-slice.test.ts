import { describe, expect, it } from 'vitest';
import { cancelledError } from '#core/cancelled';
import { InspectorError } from '#core/error';
import { signedDistanceSlice, type SliceGrid } from '#core/query/inside/distance-slice';
import { createWindingTree } from '#core/query/inside/winding-tree';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import { box, meshOf } from '../../fixtures/shapes.ts';

const mesh = box();
const winding = createWindingTree(loadTree(openTree(buildTree(mesh, { kind: 'wide' })), mesh), mesh);
const grid: SliceGrid = { origin: [-2, 0, 0], columnStep: [0.5, 0, 0], rowStep: [0, 1, 0], columns: 9, rows: 3 };

describe('a slice of signed distances', () => {
  it('has the distance of each point of the grid, row by row, negative inside', () => {
    expect([...signedDistanceSlice(winding, grid)]).toEqual([
      ...[1, 0.5, 0, -0.5, -1, -0.5, 0, 0.5, 1],
      ...[1, 0.5, 0, 0, 0, 0, 0, 0.5, 1],
      ...[Math.SQRT2, Math.hypot(0.5, 1), 1, 1, 1, 1, 1, Math.hypot(0.5, 1), Math.SQRT2],
    ]);
  });

  it('is NaN without triangles', () => {
    const none = meshOf([], []);
    const empty = createWindingTree(openTree(buildTree(none, {})), none);
    expect([...signedDistanceSlice(empty, { ...grid, columns: 2, rows: 1 })]).toEqual([NaN, NaN]);
  });

  it('reports its progress by rows, and is cancelled by it', () => {
    const fractions: number[] = [];
    signedDistanceSlice(winding, grid, {}, (fraction) => fractions.push(fraction));
    expect(fractions).toEqual([0, 1 / 3, 2 / 3, 1]);
    expect(() =>
      signedDistanceSlice(winding, grid, {}, () => {
        throw cancelledError();
      }),
    ).toThrow('Cancelled');
  });

  it.each<Partial<SliceGrid>>([{ columns: 0 }, { rows: 1.5 }, { columns: 1e6, rows: 1e6 }, { origin: [NaN, 0, 0] }])(
    'refuses %j',
    (wrong) => {
      expect(() => signedDistanceSlice(winding, { ...grid, ...wrong })).toThrow(InspectorError);
    },
  );
});
