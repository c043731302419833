import { Vector3, type Mesh } from 'three';
import { describe, expect, it } from 'vitest';
import { meshBounds } from '#core/mesh/bounds';
import { nodesAtLevel } from '#core/tree/nodes-at-level';
import { trianglesOfRun } from '#core/tree/leaf-order';
import { nodeRange } from '#core/tree/node-range';
import type { Tree } from '#core/tree/layout';
import { createBoxesLayer } from '../../../renderer/scene/boxes-layer.ts';
import { createPixelScale } from '../../../renderer/scene/line-material.ts';
import { localSpaceOf, toLocal } from '../../../renderer/scene/local-space.ts';
import { exactBoxes, stretchSlack } from '../../../renderer/scene/tree-boxes.ts';
import { isDrawnByBoxes, maxHulls, volumeFigure } from '../../../renderer/scene/volume-figure.ts';
import { treeKinds } from '../../fixtures/kinds.ts';
import { ball, knot, placed } from '../../fixtures/shapes.ts';
import { palette, treeOf } from './scene-fixture.ts';

const mesh = placed(knot(), 30, [400, -20, 7]);
const space = localSpaceOf(meshBounds(mesh)!);
const white = [1, 1, 1] as const;

describe('the volumes of a level, as they are drawn', () => {
  it('hold the triangles of their nodes: balls by their radius, bodies by the planes of their faces', () => {
    for (const kind of ['sphere', 'obb', 'rss', 'dop14', 'dop18', 'dop26'] as const) {
      const tree = treeOf(mesh, { kind });
      for (const node of nodesAtLevel(tree, 3)) {
        const figure = volumeFigure(tree, [node], space, () => white);
        const points = cornersBelow(tree, node);
        expect(points.length).toBeGreaterThan(30);
        if (figure.kind === 'spheres') {
          const [x, y, z, radius] = figure.spheres.spheres as unknown as [number, number, number, number];
          const distances = points.map((point) => point.distanceTo(new Vector3(x, y, z)));
          expect(Math.max(...distances)).toBeLessThanOrEqual(radius * (1 + 1e-5));
          expect(Math.max(...distances)).toBeGreaterThan(radius * 0.5);
        } else {
          expect(figure.kind).toBe('bodies');
          if (figure.kind === 'bodies') expectAround(figure.triangles, points);
        }
      }
    }
  });

  it('have as many edges as Euler says, each drawn once', () => {
    for (const kind of ['obb', 'dop14', 'dop18', 'dop26'] as const) {
      const tree = treeOf(ball(48, 24), { kind });
      const figure = volumeFigure(tree, [0], localSpaceOf(meshBounds(ball())!), () => white);
      if (figure.kind !== 'bodies') throw new Error(`${kind} has no body`);
      // A ball touches every plane: 6, 14, 18 and 26 faces. Of the vertices of a 14-DOP three faces meet in each, else in its triangles.
      const triangles = figure.triangles.length / 9;
      const faces = { obb: 6, dop14: 14, dop18: 18, dop26: 26 }[kind];
      // Fans: each face of n corners has n − 2 triangles and n edges, which it shares.
      expect(figure.edges.count).toBe((triangles + 2 * faces) / 2);
      const { corners, count } = figure.edges;
      const middles = Array.from({ length: count }, (_, at) =>
        [0, 1, 2].map((k) => (corners[6 * at + k]! + corners[6 * at + 3 + k]!).toFixed(3)).join(),
      );
      expect(new Set(middles).size).toBe(count);
    }
  });

  it('are boxes where there are too many hulls', () => {
    const tree = treeOf(ball(96, 48), { kind: 'dop26', leafTriangles: 1 });
    const level = Array.from({ length: tree.depth }, (_, at) => nodesAtLevel(tree, at)).find((nodes) => nodes.length > maxHulls)!;
    expect(isDrawnByBoxes(tree, level.length)).toBe(true);
    expect(volumeFigure(tree, level, space, () => white).kind).toBe('boxes');
    expect(volumeFigure(tree, level.slice(0, 10), space, () => white).kind).toBe('bodies');
  });

  it('of 16 bits are outside the exact boxes by the reported amount, and stretch from them', () => {
    const tree = treeOf(mesh, { kind: 'quantised' });
    const nodes = nodesAtLevel(tree, 4);
    const exact = exactBoxes(mesh, tree, nodes, space, white);
    const figure = volumeFigure(tree, nodes, space, () => white);
    if (figure.kind !== 'boxes') throw new Error('no boxes');
    const before = figure.boxes.corners.slice();
    stretchSlack(figure.boxes, exact, 100);
    before.forEach((value, i) => {
      const outward = i % 6 < 3 ? exact.corners[i]! - value : value - exact.corners[i]!;
      expect(outward).toBeGreaterThanOrEqual(-1e-6);
      expect(figure.boxes.corners[i]).toBeCloseTo(exact.corners[i]! + 100 * (value - exact.corners[i]!), 4);
    });
  });
});

describe('a level of every kind', () => {
  for (const kind of treeKinds) {
    it(`${kind}: everything that was made is given back`, () => {
      const tree = treeOf(mesh, { kind });
      const layer = createBoxesLayer({
        mesh,
        tree,
        level: 3,
        fill: true,
        exact: true,
        slack: 50,
        through: false,
        space,
        palette,
        pixels: createPixelScale(),
      });
      const made = new Set<{ addEventListener(type: 'dispose', listener: () => void): void }>();
      layer.object.traverse((object) => {
        if ('geometry' in object) made.add((object as Mesh).geometry).add((object as Mesh).material as never);
      });
      expect(made.size).toBeGreaterThan(3);
      let given = 0;
      for (const one of made) one.addEventListener('dispose', () => given++);
      layer.dispose();
      expect(given).toBe(made.size);
    });
  }
});

function cornersBelow(tree: Tree, node: number): Vector3[] {
  const { first, count } = nodeRange(tree, node);
  const run = trianglesOfRun(tree, first, count);
  return Array.from(run).flatMap((triangle) =>
    [0, 1, 2].map((corner) => {
      const at = 3 * mesh.indices[3 * triangle + corner]!;
      return new Vector3(...toLocal(space, [mesh.positions[at]!, mesh.positions[at + 1]!, mesh.positions[at + 2]!]));
    }),
  );
}

/** No point lies outside the plane of any triangle, seen from the middle of the body. */
function expectAround(triangles: Float32Array, points: readonly Vector3[]): void {
  const corner = (at: number): Vector3 => new Vector3().fromArray(triangles, 3 * at);
  const count = triangles.length / 9;
  expect(count).toBeGreaterThan(11);
  const middle = Array.from({ length: 3 * count }, (_, at) => corner(at))
    .reduce((sum, point) => sum.add(point), new Vector3())
    .divideScalar(3 * count);
  for (let at = 0; at < count; at++) {
    const [a, b, c] = [corner(3 * at), corner(3 * at + 1), corner(3 * at + 2)] as const;
    const normal = b.clone().sub(a).cross(c.clone().sub(a));
    if (normal.length() < 1e-6) continue;
    normal.normalize();
    if (normal.dot(middle.clone().sub(a)) > 0) normal.negate();
    const height = normal.dot(a);
    expect(points.reduce((max, point) => Math.max(max, normal.dot(point) - height), 0)).toBeLessThanOrEqual(2e-5);
  }
}
