import { describe, expect, it } from 'vitest';
import type { Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { triangleVertices } from '#core/mesh/triangle-vertices';
import { buildTree } from '#core/tree/build-tree';
import type { Tree, TreeKind } from '#core/tree/layout';
import { trianglesOfRun } from '#core/tree/leaf-order';
import { nodeDepth } from '#core/tree/node-path';
import { readNodeBox } from '#core/tree/node-box';
import { measureNodes, measureNodesInSteps, type NodeMeasures } from '#core/tree/node-measures';
import { nodeRange } from '#core/tree/node-range';
import { childrenOf, hasVolume, isLeaf } from '#core/tree/nodes';
import { openTree } from '#core/tree/open-tree';
import { subtreeCosts } from '#core/tree/subtree-costs';
import { worstNodes } from '#core/tree/worst-nodes';
import { treeKinds } from '../../fixtures/kinds.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, knot, meshOf, placed, soup } from '../../fixtures/shapes.ts';

function treeOf(mesh: TriangleMesh, kind: TreeKind, leafTriangles = 4): Tree {
  return openTree(buildTree(mesh, { kind, leafTriangles }));
}

/** Boxes 0..1 and 3..4 along x, each 1 × 1 × 0: the root is 4 × 1 × 0. */
const pair = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, 3, 0, 0, 4, 0, 0, 3, 1, 0], [0, 1, 2, 3, 4, 5]);

describe('measureNodes', () => {
  it('equals a count by hand for two leaves under one root', () => {
    const { cost, waste, overlap, empty, depth, triangles } = measureNodes(treeOf(pair, 'aabb', 1), pair);
    // The root has area 1, each leaf a quarter of it and one triangle: 1 + 2 · 0.25 · 1.25 = 1.625.
    const all = [1 / 1.625, 0.3125 / 1.625, 0.3125 / 1.625];
    all.forEach((share, node) => expect(cost[node]).toBeCloseTo(share, 12));
    // Two triangles of area 0.5 in a flat root of area 4, one in each leaf of area 1: both sides of a flat box count.
    expect([...empty]).toEqual([0.75, 0.5, 0.5]);
    all.forEach((share, node) => expect(waste[node]).toBeCloseTo(share * empty[node]!, 12));
    expect([...overlap]).toEqual([0, 0, 0]);
    expect([...depth]).toEqual([0, 1, 1]);
    expect([...triangles]).toEqual([2, 1, 1]);
  });

  it.each(treeKinds)('splits the cost of each subtree between its nodes, and has depths and counts (%s)', (kind) => {
    const mesh = placed(knot(), 30, [400, -20, 7]);
    const tree = treeOf(mesh, kind);
    const { cost, depth, triangles } = measureNodes(tree, mesh);
    const below = Float64Array.from(cost);
    for (let node = tree.nodeCount - 1; node >= 0; node--) for (const child of childrenOf(tree, node)) below[node]! += below[child]!;
    subtreeCosts(tree).forEach((share, node) => expect(below[node]).toBeCloseTo(share, 9));
    for (let node = 0; node < tree.nodeCount; node += 7) {
      expect(depth[node]).toBe(nodeDepth(tree, node));
      expect(triangles[node]).toBe(nodeRange(tree, node).count);
    }
  });

  it('has no cost where the root has no area, and handles no node', () => {
    const point = meshOf([1, 1, 1], [0, 0, 0]);
    expect([...measureNodes(treeOf(point, 'aabb'), point).cost]).toEqual([0]);
    const none = meshOf([], []);
    expect(measureNodes(treeOf(none, 'aabb'), none).cost).toHaveLength(0);
  });

  it('works in steps that add up to the same', () => {
    const mesh = ball(160, 120);
    const tree = treeOf(mesh, 'aabb', 1);
    const steps = measureNodesInSteps(tree, mesh);
    const fractions: number[] = [];
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) fractions.push(step.value);
    expect(fractions.length).toBeGreaterThan(2);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(fractions.every((fraction) => fraction > 0 && fraction <= 1)).toBe(true);
    expect(fractions.at(-1)).toBe(1);
    const whole = measureNodes(tree, mesh);
    for (const name of Object.keys(whole) as (keyof NodeMeasures)[]) expect([...step.value[name]], name).toEqual([...whole[name]]);
  });
});

describe('overlap', () => {
  it('is 0 for children that touch, and the shared part for others, flat nodes included', () => {
    // Two quads side by side along x; then two that share half of each.
    const quads = (x: number, z: number): TriangleMesh =>
      meshOf([0, 0, 0, 2, 0, 0, 2, 1, z, 0, 1, z, x, 0, 0, x + 2, 0, 0, x + 2, 1, z, x, 1, z], [0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7]);
    for (const z of [0, 1]) {
      const rootOverlap = (mesh: TriangleMesh): number => measureNodes(treeOf(mesh, 'aabb', 2), mesh).overlap[0]!;
      expect(rootOverlap(quads(2, z))).toBe(0);
      // 2 of the 3 units of the root are in one child, 1 is in both.
      expect(rootOverlap(quads(1, z))).toBeCloseTo(1 / 3, 6);
    }
  });

  it.each(treeKinds)('equals the share of random points of the box that are in two children (%s)', (kind) => {
    const random = seededRandom(11);
    const mesh = soup(120, seededRandom(3), 1, 0.4);
    const tree = treeOf(mesh, kind);
    const { overlap } = measureNodes(tree, mesh);
    const boxOf = (node: number): Float32Array => {
      const box = new Float32Array(6);
      readNodeBox(tree, node, box);
      return box;
    };
    let tested = 0;
    for (let node = 0; node < tree.nodeCount && tested < 12; node++) {
      if (isLeaf(tree, node)) {
        expect(overlap[node]).toBe(0);
        continue;
      }
      tested++;
      const box = boxOf(node);
      const boxes = childrenOf(tree, node)
        .filter((child) => hasVolume(tree, child))
        .map(boxOf);
      let pairs = 0;
      const points = 4000;
      for (let i = 0; i < points; i++) {
        const point = [0, 1, 2].map((k) => box[k]! + random() * (box[k + 3]! - box[k]!));
        const count = boxes.filter((child) => point.every((value, k) => value >= child[k]! && value <= child[k + 3]!)).length;
        pairs += (count * (count - 1)) / 2;
      }
      expect(Math.abs(overlap[node]! - pairs / points)).toBeLessThan(0.04 * Math.max(1, boxes.length - 1));
    }
    expect(tested).toBeGreaterThan(2);
  });
});

describe('empty space', () => {
  it('is the share of random lines through the box that miss, exact for one triangle and a lower limit for more', () => {
    const mesh = soup(60, seededRandom(5), 1, 0.8);
    const tree = treeOf(mesh, 'aabb', 1);
    const { empty } = measureNodes(tree, mesh);
    const random = seededRandom(3);
    let exact = 0;
    for (let node = 0; node < tree.nodeCount; node += 3) {
      const { first, count } = nodeRange(tree, node);
      const triangles = [...trianglesOfRun(tree, first, count)];
      const missed = missShare(tree, mesh, node, triangles, random);
      expect(missed).toBeGreaterThan(empty[node]! - 0.05);
      if (count > 1) continue;
      exact++;
      expect(missed).toBeLessThan(empty[node]! + 0.05);
    }
    expect(exact).toBeGreaterThan(3);
  });
});

describe('worstNodes', () => {
  it('lists the largest values of each measure first, with the values of the node', () => {
    const mesh = placed(knot(), 3, [10, 0, 0]);
    const tree = treeOf(mesh, 'wide');
    const measures = measureNodes(tree, mesh);
    for (const worstBy of ['waste', 'cost', 'overlap', 'empty', 'depth', 'triangles'] as const) {
      const nodes = worstNodes(tree, mesh, { worst: 20, worstBy });
      expect(nodes).toHaveLength(20);
      expect(nodes.map((node) => node[worstBy])).toEqual([...measures[worstBy]].sort((a, b) => b - a).slice(0, 20));
      for (const { node, isLeaf: leaf, cost, overlap } of nodes)
        expect([leaf, cost, overlap]).toEqual([isLeaf(tree, node), measures.cost[node], measures.overlap[node]]);
    }
    expect(worstNodes(tree, mesh, { worst: 1_000, worstBy: 'cost' })).toHaveLength(Math.min(1_000, tree.nodeCount));
  });
});

/** Returns the share of random lines through the box of a node that hit none of the triangles. Lines are uniform: cosine-weighted from its surface. */
function missShare(tree: Tree, mesh: TriangleMesh, node: number, triangles: readonly number[], random: () => number): number {
  const box = new Float32Array(6);
  readNodeBox(tree, node, box);
  const sides = [0, 1, 2].map((k) => box[k + 3]! - box[k]!);
  const faces = [0, 1, 2].map((k) => sides[(k + 1) % 3]! * sides[(k + 2) % 3]!);
  const total = faces[0]! + faces[1]! + faces[2]!;
  const corners = triangles.map((triangle) => triangleVertices(mesh, triangle));
  const lines = 3000;
  let missed = 0;
  for (let i = 0; i < lines; i++) {
    let pick = random() * total;
    const axis = pick < faces[0]! ? 0 : (pick -= faces[0]!) < faces[1]! ? 1 : 2;
    const isFar = random() < 0.5;
    const from = [0, 1, 2].map((k) => tree.origin[k]! + box[k]! + (k === axis ? (isFar ? sides[k]! : 0) : random() * sides[k]!)) as [
      number,
      number,
      number,
    ];
    const [sine, turn] = [Math.sqrt(random()), 2 * Math.PI * random()];
    const direction: [number, number, number] = [0, 0, 0];
    direction[axis] = (isFar ? -1 : 1) * Math.sqrt(1 - sine * sine);
    direction[(axis + 1) % 3] = sine * Math.cos(turn);
    direction[(axis + 2) % 3] = sine * Math.sin(turn);
    if (!corners.some((triangle) => crosses(from, direction, triangle))) missed++;
  }
  return missed / lines;
}

/** Whether a line hits a triangle, by the signs of three volumes. */
function crosses(from: Vec3, direction: Vec3, [a, b, c]: readonly [Vec3, Vec3, Vec3]): boolean {
  const signs = [
    [a, b],
    [b, c],
    [c, a],
  ].map(([p, q]) => Math.sign(volume(direction, minus(p!, from), minus(q!, from))));
  return Math.abs(signs[0]! + signs[1]! + signs[2]!) === 3;
}

function minus(p: Vec3, q: Vec3): Vec3 {
  return [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
}

function volume(p: Vec3, q: Vec3, r: Vec3): number {
  return p[0] * (q[1] * r[2] - q[2] * r[1]) + p[1] * (q[2] * r[0] - q[0] * r[2]) + p[2] * (q[0] * r[1] - q[1] * r[0]);
}
