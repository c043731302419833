import { describe, expect, it } from 'vitest';
import { transformOf, transformPoint } from '#core/math/transform';
import type { Bounds } from '#core/mesh/bounds';
import { meshBounds } from '#core/mesh/bounds';
import type { SignedAxis } from '#core/mesh/source-space';
import { nodeBox } from '#core/tree/node-box';
import { nodesAtLevel } from '#core/tree/nodes-at-level';
import { boxesOf, boxGeometry, createBoxes, segmentGeometry } from '../../../renderer/scene/boxes.ts';
import { expandTriangles } from '../../../renderer/scene/expand-triangles.ts';
import { meshDrawing, type MeshDrawing, type PaintedRun } from '../../../renderer/scene/mesh-drawing.ts';
import { gridBounds, gridUnder } from '../../../renderer/scene/grid-layer.ts';
import { localSpaceOf, placeInView, toLocal, toSource } from '../../../renderer/scene/local-space.ts';
import { setNodeBoxes } from '../../../renderer/scene/tree-boxes.ts';
import { setOf, setOfRuns } from '../../../renderer/state/selection/index-set.ts';
import { hiddenKey } from '../../../renderer/state/store/records.ts';
import { hiddenTrianglesOf } from '../../../renderer/state/visibility/hidden-triangles.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, joined, meshOf, placed, soup } from '../../fixtures/shapes.ts';
import { treeOf } from './scene-fixture.ts';

describe('LocalSpace', () => {
  it('brings a mesh of any size and place to a radius near one', () => {
    for (const [scale, move] of [
      [1, 0],
      [1e-6, 0],
      [1e6, 0],
      [1e-3, 1e6],
      [3e200, 0],
    ] as const) {
      const bounds = boundsOf(placed(box(), scale, [move, move, move]));
      const space = localSpaceOf(bounds);
      const corner = toLocal(space, bounds.max);
      expect(Math.hypot(...corner)).toBeGreaterThan(0.7);
      expect(Math.hypot(...corner)).toBeLessThan(1.45);
      expect(Number.isInteger(Math.log2(space.unit))).toBe(true);
    }
  });

  it('gives a mesh that is one point a space of its own', () => {
    expect(localSpaceOf({ min: [5, 5, 5], max: [5, 5, 5] })).toEqual({ origin: [5, 5, 5], unit: 1 });
  });

  it('goes to the source and back without losing a digit', () => {
    const space = localSpaceOf({ min: [1000, 2000, 3000], max: [1001, 2002, 3003] });
    expect(toSource(space, toLocal(space, [1000.25, 2001.5, 3002.75]))).toEqual([1000.25, 2001.5, 3002.75]);
  });

  it('places one document next to another as in the source', () => {
    const view = { origin: [10, 0, 0], unit: 2 } as const;
    expect(placeInView(view, { origin: [30, 8, 0], unit: 8 }, null)).toEqual([4, 0, 0, 0, 0, 4, 0, 0, 0, 0, 4, 0, 10, 4, 0, 1]);
  });

  it('puts a placed document where its placement says', () => {
    const view = { origin: [10, 0, 0], unit: 2 } as const;
    const local = { origin: [30, 8, 0], unit: 8 } as const;
    const placement = transformOf({ translate: [1, 2, 3], rotateDegrees: [0, 0, 90], scale: [2, 2, 2] });
    const matrix = placeInView(view, local, placement);
    for (const point of [
      [0, 0, 0],
      [1, 0, 0],
      [0.5, -1, 2],
    ] as const) {
      const wanted = toLocal(view, transformPoint(placement, toSource(local, point)));
      expect(transformPoint(matrix, point)).toEqual(wanted);
    }
  });
});

describe('expandTriangles', () => {
  it('writes three corners for each triangle in import order', () => {
    const mesh = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0], [0, 1, 2, 1, 3, 2]);
    const corners = expandTriangles(mesh, { origin: [0, 0, 0], unit: 1 });
    expect([...corners]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
  });

  it('keeps a millimetre a thousand kilometres from zero', () => {
    const mesh = placed(ball(8, 4), 1e-3, [1e6, 1e6, 1e6]);
    const space = localSpaceOf(boundsOf(mesh));
    const corners = expandTriangles(mesh, space);
    let worst = 0;
    for (let i = 0; i < mesh.indices.length; i++) {
      for (let axis = 0; axis < 3; axis++) {
        const source = mesh.positions[3 * mesh.indices[i]! + axis]!;
        worst = Math.max(worst, Math.abs((source - space.origin[axis]!) / space.unit - corners[3 * i + axis]!));
      }
    }
    expect(worst).toBeLessThan(2 ** -24);
  });

  it('makes a point of a triangle with a corner that is not finite', () => {
    const mesh = meshOf([0, 0, 0, 1, 0, 0, NaN, 1, 0], [0, 1, 2]);
    expect([...expandTriangles(mesh, { origin: [0, 0, 0], unit: 1 })]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
  });
});

describe('meshDrawing', () => {
  const role = { shape: 'hull', isRendered: false, isTrigger: false, of: null, from: 'name', exact: null } as const;
  const mesh = joined([box(), box(), box(), box()]);
  const plain = (first: number, count: number): PaintedRun => ({ first, count, paint: 'plain' });
  const visible = (...hidden: number[]): MeshDrawing =>
    meshDrawing(
      mesh,
      hiddenTrianglesOf({ hidden: new Set(hidden.map((part) => hiddenKey(1, part))), hiddenTriangles: new Map() }, 1, mesh),
      null,
    );

  it('is one run when nothing is hidden and none when all is', () => {
    expect(visible()).toEqual({ list: null, runs: [plain(0, 48)] });
    expect(visible(0, 1, 2, 3).runs).toEqual([]);
  });

  it('joins neighbours and leaves out hidden triangles', () => {
    expect(visible(1).runs).toEqual([plain(0, 12), plain(24, 24)]);
    expect(visible(0, 1).runs).toEqual([plain(24, 24)]);
  });

  it('is a list when there would be very many runs', () => {
    const hidden = setOf(
      8000,
      Array.from({ length: 4000 }, (_, i) => 2 * i),
    );
    const wide = soup(8000, seededRandom(3));
    const drawing = meshDrawing(wide, hidden, setOf(8000, [1, 3, 4]));
    expect(drawing.runs).toEqual([plain(0, 2), { first: 2, count: 3998, paint: 'ghost' }]);
    expect([...drawing.list!.subarray(0, 4)]).toEqual([1, 3, 5, 7]);
    expect(new Set(drawing.list)).toEqual(new Set(Array.from({ length: 4000 }, (_, i) => 2 * i + 1)));
  });

  it('has colliders apart from rendered parts, and makes ghosts of what is not selected', () => {
    const withCollider = { ...mesh, parts: mesh.parts.map((part, at) => (at === 2 ? { ...part, role } : part)) };
    const collider = { first: 24, count: 12, paint: 'collider' } as const;
    expect(meshDrawing(withCollider, null, null).runs).toEqual([plain(0, 24), plain(36, 12), collider]);
    const ghost = (first: number, count: number): PaintedRun => ({ first, count, paint: 'ghost' });
    const second = setOfRuns(48, [{ first: 12, count: 12 }]);
    expect(meshDrawing(withCollider, null, second).runs).toEqual([plain(12, 12), ghost(0, 12), ghost(24, 24)]);
    expect(meshDrawing(withCollider, second, setOf(48)).runs).toEqual([ghost(0, 12), ghost(24, 24)]);
  });

  it('shows triangles of no part', () => {
    expect(meshDrawing({ ...mesh, parts: [] }, null, null).runs).toEqual([plain(0, 48)]);
  });
});

describe('setNodeBoxes', () => {
  it('writes the boxes of a level where the tree has them, in the colour given', () => {
    const mesh = placed(ball(), 40, [1000, 0, -500]);
    const tree = treeOf(mesh);
    const space = localSpaceOf(boundsOf(mesh));
    const nodes = nodesAtLevel(tree, 4);
    expect(nodes.length).toBe(16);
    const boxes = createBoxes(nodes.length);
    setNodeBoxes(boxes, tree, nodes, space, () => [1, 0.5, 0]);
    nodes.forEach((node, i) => {
      const { min, max } = nodeBox(tree, node);
      const wanted = [...toLocal(space, min), ...toLocal(space, max)];
      const got = boxes.corners.subarray(6 * i, 6 * (i + 1));
      wanted.forEach((value, k) => expect(got[k]).toBeCloseTo(value, 5));
      expect([...boxes.colours.subarray(4 * i, 4 * i + 3)]).toEqual([255, 128, 0]);
    });
  });
});

describe('boxGeometry', () => {
  const boxes = boxesOf([{ from: [0, 0, 0], to: [1, 2, 3], colour: [1, 1, 1] }]);

  it('has twelve different edges, each along one axis', () => {
    const geometry = boxGeometry(boxes, 'edges');
    const from = geometry.getAttribute('position');
    const to = geometry.getAttribute('edgeEnd');
    const edges = new Set<string>();
    for (let i = 0; i < from.count; i += 4) {
      const a = [from.getX(i), from.getY(i), from.getZ(i)];
      const b = [to.getX(i), to.getY(i), to.getZ(i)];
      expect(a.filter((value, axis) => value !== b[axis]).length).toBe(1);
      edges.add(JSON.stringify([a, b]));
    }
    expect(edges.size).toBe(12);
    expect(geometry.index?.count).toBe(12 * 6);
    geometry.dispose();
  });

  it('has two vertices for a thin edge and six for a face', () => {
    expect(boxGeometry(boxes, 'thin-edges').getAttribute('position').count).toBe(24);
    expect(boxGeometry(boxes, 'faces').getAttribute('position').count).toBe(36);
  });

  it('has two vertices of one colour for a segment, in no instance', () => {
    const geometry = segmentGeometry(
      boxesOf([
        { from: [0, 0, 0], to: [1, 2, 3], colour: [1, 1, 1] },
        { from: [4, 5, 6], to: [7, 8, 9], colour: [1, 0.2, 0] },
      ]),
    );
    expect([...geometry.getAttribute('position').array]).toEqual([0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect([...geometry.getAttribute('tint').array]).toEqual([255, 255, 255, 0, 255, 255, 255, 0, 255, 51, 0, 0, 255, 51, 0, 0]);
    expect(geometry).not.toHaveProperty('instanceCount');
    geometry.dispose();
  });

  it('shares one run of 24 bytes an instance between both corners', () => {
    const geometry = boxGeometry(boxes, 'diagonal');
    expect(geometry.instanceCount).toBe(1);
    const from = geometry.getAttribute('boxFrom');
    const to = geometry.getAttribute('boxTo');
    expect([from.getX(0), from.getY(0), from.getZ(0)]).toEqual([0, 0, 0]);
    expect([to.getX(0), to.getY(0), to.getZ(0)]).toEqual([1, 2, 3]);
  });
});

describe('gridUnder', () => {
  it('has cells of one, two or five times a power of ten, about twelve across', () => {
    for (const scale of [1e-6, 0.03, 1, 7, 20, 1e6]) {
      const { spacing } = gridUnder(boundsOf(placed(box(), scale)), '+y');
      const lead = spacing / 10 ** Math.floor(Math.log10(spacing) + 1e-9);
      expect([1, 2, 5].some((factor) => Math.abs(lead - factor) < 1e-6)).toBe(true);
      expect((2 * scale) / spacing).toBeGreaterThan(4);
      expect((2 * scale) / spacing).toBeLessThanOrEqual(14);
    }
  });

  it('lies a hair below the mesh', () => {
    const bounds = { min: [0, 5, -20], max: [10, 15, -10] } as const;
    const floor = (up: SignedAxis) => gridUnder(bounds, up);
    for (const [up, height, centre] of [
      ['+x', 0, [10, -15]],
      ['+y', 5, [-15, 5]],
      ['+z', -20, [5, 10]],
    ] as const) {
      expect(floor(up)).toMatchObject({ height: expect.closeTo(height, 0), centre });
      expect(floor(up).height).toBeLessThan(height);
    }
    for (const [up, height] of [
      ['-x', 10],
      ['-y', 15],
      ['-z', -10],
    ] as const) {
      expect(floor(up).height).toBeGreaterThan(height);
      expect(floor(up).height).toBeLessThan(height + 0.1);
    }
    const { min, max } = gridBounds(floor('+z'));
    expect([min[2], max[2]]).toEqual([floor('+z').height, floor('+z').height]);
    expect(max[0] - min[0]).toBeCloseTo(2 * floor('+z').radius);
  });
});

function boundsOf(mesh: Parameters<typeof meshBounds>[0]): Bounds {
  const bounds = meshBounds(mesh);
  if (bounds === null) throw new Error('the fixture has no finite triangle');
  return bounds;
}
