import { InspectorError } from '#core/error';
import type { Vec3 } from '#core/math/vec3';
import { transformOf, type Transform } from '#core/math/transform';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { pairsBruteForce } from '#core/pair/pairs/brute-force';
import { pairs, surfacesIntersect } from '#core/pair/pairs/pairs';
import { raycastBruteForce } from '#core/query/ray/brute-force';
import { sphereOverlapBruteForce } from '#core/query/sphere/brute-force';
import { raycast, type Ray } from '#core/query/ray/ray';
import { sphereOverlap, type Sphere } from '#core/query/sphere/sphere';
import { buildTree } from '#core/tree/build-tree';
import { checkTree } from '#core/tree/check-tree';
import { maxOfEachRule, treeRules } from '#core/tree/tree-rules';
import { triangleAt } from '#core/tree/leaf-order';
import { openTree } from '#core/tree/open-tree';
import type { Tree, TreeKind } from '#core/tree/layout';
import { nodeBox } from '#core/tree/node-box';
import { nodePath, trianglePath } from '#core/tree/node-path';
import { nodeRange } from '#core/tree/node-range';
import { childrenOf, isLeaf } from '#core/tree/nodes';
import { treeStatistics } from '#core/tree/statistics';
import { subtreeCosts } from '#core/tree/subtree-costs';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitNames, treeKinds } from '../fixtures/kinds.ts';
import { seededRandom } from '../fixtures/random.ts';
import { isFullRun, hundredth } from '../fixtures/scale.ts';
import { soup } from '../fixtures/shapes.ts';
import { anyMesh, place, placement } from './arbitrary-mesh.ts';

const split = fc.constantFrom(...splitNames);
const leafTriangles = fc.constantFrom(1, 2, 4, 9);
const seed = fc.nat(2 ** 30);

/** A point in or near the mesh, often one of its vertices. */
function pointNear({ positions }: TriangleMesh, random: () => number): Vec3 {
  if (positions.length === 0) return [random(), random(), random()];
  const vertex = (): number => 3 * Math.floor((random() * positions.length) / 3);
  const [p, q] = [vertex(), vertex()];
  const at = random() < 0.4 ? 0 : 1.4 * random() - 0.2;
  const point = [0, 1, 2].map((k) => positions[p + k]! + at * (positions[q + k]! - positions[p + k]!)) as unknown as Vec3; // three of three
  return point.every(Number.isFinite) ? point : [0, 0, 0];
}

function rayNear(mesh: TriangleMesh, random: () => number): Ray | null {
  const [from, to] = [pointNear(mesh, random), pointNear(mesh, random)];
  const direction: Vec3 = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  if (!(Math.hypot(...direction) > 0)) return null;
  const back = 3 * random();
  const origin: Vec3 = [from[0] - back * direction[0], from[1] - back * direction[1], from[2] - back * direction[2]];
  return { origin, direction, far: random() < 0.3 ? Math.hypot(...direction) : Infinity };
}

function sphereNear(mesh: TriangleMesh, random: () => number): Sphere {
  const [center, other] = [pointNear(mesh, random), pointNear(mesh, random)];
  const distance = Math.hypot(center[0] - other[0], center[1] - other[1], center[2] - other[2]);
  return { center, radius: random() < 0.2 ? 0 : distance * (random() < 0.3 ? 1 : random()) };
}

/** What the functions of nodes, ranges, boxes and paths say of a tree that does not fit together; counted here, since an `expect` for each costs more than they. */
function structureFaults(tree: Tree): readonly string[] {
  const faults: string[] = [];
  const check = (isSound: boolean, node: number, fault: string): void => {
    if (!isSound) faults.push(`node ${node}: ${fault}`);
  };
  for (let node = 0; node < tree.nodeCount; node++) {
    const path = nodePath(tree, node);
    check(path.at(-1) === node, node, 'its path ends elsewhere');
    const { first, count } = nodeRange(tree, node);
    let position = first;
    for (const child of childrenOf(tree, node)) {
      check(child > node, node, 'a child stands before it');
      check(isPath(nodePath(tree, child), [...path, child]), node, 'the path of a child does not go through it');
      check(nodeRange(tree, child).first === position, node, 'the range of a child does not follow');
      position += nodeRange(tree, child).count;
    }
    check(position === (isLeaf(tree, node) ? first : first + count), node, 'its children do not have its range');
    if (isLeaf(tree, node))
      for (let i = first; i < first + count; i++)
        check(isPath(trianglePath(tree, triangleAt(tree, i)), path), node, 'the path of a triangle ends elsewhere');
    const { min, max } = nodeBox(tree, node);
    for (let k = 0; k < 3; k++) check(min[k]! <= max[k]!, node, 'its box is turned over');
  }
  return faults;
}

function isPath(path: readonly number[] | null, wanted: readonly number[]): boolean {
  return path !== null && path.length === wanted.length && path.every((node, i) => node === wanted[i]);
}

/** `null` where the header or the length is refused. */
function openedOrNull(bytes: ArrayBuffer): Tree | null {
  try {
    return openTree(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(InspectorError);
    return null;
  }
}

/** Of triangles: every one where trees begin, and about those where nodes and words are full; every one up to 64 in the full run. */
const counts = isFullRun ? Array.from({ length: 65 }, (_, i) => i) : [0, 1, 2, 3, 4, 5, 8, 9, 16, 17, 33, 64];

describe.each(treeKinds)('trees of kind %s', (kind: TreeKind) => {
  it('are valid for counts from 0 to 64 and every split, and agree with the node functions', () => {
    for (const count of counts) {
      const mesh = soup(count, seededRandom(count + 1));
      for (const name of splitNames) {
        for (const leaf of [1, 3]) {
          const tree = openTree(buildTree(mesh, { kind, split: name, leafTriangles: leaf }));
          expect(checkTree(tree, mesh)).toEqual([]);
          expect(tree.kind).toBe(kind);
          if (name === 'sah') expect(structureFaults(tree)).toEqual([]);
          const { leaves, leafSizes, triangles } = treeStatistics(tree);
          expect(leafSizes.reduce((sum, [size, n]) => sum + n * size, 0)).toBe(triangles);
          expect(leaves).toBe(tree.leafCount);
        }
      }
    }
  });

  it('are valid for any mesh at any position', () => {
    fc.assert(
      fc.property(anyMesh, placement, split, leafTriangles, (mesh, where, name, leaf) => {
        const placed = place(mesh, where);
        const tree = openTree(buildTree(placed, { kind, split: name, leafTriangles: leaf }));
        expect(checkTree(tree, placed)).toEqual([]);
        expect(subtreeCosts(tree).every((share) => share >= 0 && share <= 1)).toBe(true);
      }),
      { numRuns: hundredth(2_000) },
    );
  });

  it('with changed bytes are refused, found invalid, or have the same results', () => {
    const change = fc.tuple(fc.nat(), fc.nat(255));
    const mesh = soup(24, seededRandom(8));
    const sound = buildTree(mesh, { kind, leafTriangles: 2 });
    let unsound = 0;
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), seed, (changes, start) => {
        const bytes = sound.slice(0);
        for (const [at, value] of changes) new Uint8Array(bytes)[at % bytes.byteLength] = value;
        const tree = openedOrNull(bytes);
        if (tree === null) return;
        const violations = checkTree(tree, mesh);
        expect(violations.length).toBeLessThanOrEqual(treeRules.length * maxOfEachRule);
        if (violations.length > 0) {
          unsound++;
          return;
        }
        const random = seededRandom(start);
        for (let i = 0; i < 3; i++) {
          const ray = rayNear(mesh, random);
          if (ray !== null)
            expect(raycast(tree, mesh, ray, { mode: 'all', cull: false }).hits).toEqual(
              raycastBruteForce(mesh, ray, { mode: 'all', cull: false }).hits,
            );
          const sphere = sphereNear(mesh, random);
          const facts = { isClosed: false };
          expect(sphereOverlap(tree, mesh, sphere, facts).touches).toHaveLength(
            sphereOverlapBruteForce(mesh, sphere, facts).touches.length,
          );
        }
      }),
      { numRuns: hundredth(5_000) },
    );
    expect(unsound).toBeGreaterThan(hundredth(1_000));
  });

  it('have the results of brute force for rays and spheres', () => {
    let met = 0;
    fc.assert(
      fc.property(anyMesh, placement, split, leafTriangles, seed, (mesh, where, name, leaf, start) => {
        const placed = place(mesh, where);
        const built = openTree(buildTree(placed, { kind, split: name, leafTriangles: leaf }));
        const random = seededRandom(start);
        for (let i = 0; i < 4; i++) {
          // By TypeScript, and by WebAssembly where it knows the kind.
          const tree = i % 2 === 0 ? built : loadTree(built, placed);
          const ray = rayNear(placed, random);
          if (ray !== null) {
            const wanted = raycastBruteForce(placed, ray, { mode: 'all', cull: false }).hits;
            expect(raycast(tree, placed, ray, { mode: 'all', cull: false }).hits).toEqual(wanted);
            expect(raycast(tree, placed, ray, { mode: 'first', cull: false }).hits).toEqual(wanted.slice(0, 1));
            expect(raycast(tree, placed, ray, { mode: 'any', cull: false }).hits).toHaveLength(Math.min(1, wanted.length));
            met += wanted.length;
          }
          const sphere = sphereNear(placed, random);
          const facts = { isClosed: false };
          const touched = sphereOverlapBruteForce(placed, sphere, facts).touches.map(({ triangle }) => triangle);
          expect(sphereOverlap(tree, placed, sphere, facts).touches.map(({ triangle }) => triangle)).toEqual(touched);
          met += touched.length;
        }
      }),
      { numRuns: hundredth(2_000) },
    );
    expect(met).toBeGreaterThan(hundredth(2_000));
  });

  it('intersect another tree of any kind in the same pairs as brute force', () => {
    const angle = fc.double({ min: -180, max: 180, noNaN: true });
    const shift = fc.double({ min: -1, max: 1, noNaN: true });
    const factor = fc.constantFrom(1, 0.3, -2);
    const location = fc.record({
      translate: fc.tuple(shift, shift, shift),
      rotateDegrees: fc.tuple(angle, fc.constantFrom(0, 90, 45), angle),
      scale: fc.tuple(factor, factor, fc.constantFrom(1, 0.5)),
    });
    fc.assert(
      fc.property(
        seed,
        fc.nat(64),
        fc.nat(64),
        location.map(transformOf),
        fc.constantFrom(...treeKinds),
        split,
        leafTriangles,
        (start, m, n, aFromB: Transform, other, name, leaf) => {
          const random = seededRandom(start);
          const [a, b] = [soup(m, random, 1, 0.7), soup(n, random, 1, 0.7)];
          const treedA = { mesh: a, tree: openTree(buildTree(a, { kind, split: name, leafTriangles: leaf })) };
          const treedB = { mesh: b, tree: openTree(buildTree(b, { kind: other, leafTriangles: leaf })) };
          const wanted = pairsBruteForce(a, b, aFromB);
          expect(pairs(treedA, treedB, aFromB, { maxPairs: 5_000_000 }).pairs).toEqual(wanted);
          expect(surfacesIntersect(treedA, treedB, aFromB).overlap).toBe(wanted.length > 0);
        },
      ),
      { numRuns: hundredth(1_000) },
    );
  });
});
