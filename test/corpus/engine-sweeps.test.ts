import { join } from 'node:path';
import { seededRandom } from '#core/math/seeded-random';
import type { Vec3 } from '#core/math/vec3';
import { boundsCenter, boundsRadius, meshBounds } from '#core/mesh/bounds';
import { triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { sweepBruteForce } from '#core/sweep/convex/brute-force';
import { sweepShape, type ShapeSweep, type SweptShape } from '#core/sweep/convex/sweep-shape';
import type { Tree } from '#core/tree/layout';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sweptShapeOf, type EngineShape, type LoadSweeper } from '../bench/engine-sweep.ts';
import { joltSweeper } from '../bench/jolt-sweeper.ts';
import { physxSweeper } from '../bench/physx-sweeper.ts';
import { rapierSweeper } from '../bench/rapier-sweeper.ts';
import { treed } from '../fixtures/treed.ts';
import { describeCorpus, readTable } from './corpus.ts';
import { corpusMesh } from './corpus-mesh.ts';

/** Small meshes of each kind: levels, closed bodies, soups, and meshes with defects. */
const paths = [
  'defects/trimesh/mirror.ply',
  'defects/trimesh/teapot.stl',
  'formats/obj/assimp/spider.obj',
  'formats/off/geomview/mushroom.off',
  'gltf/khronos/BoxAnimated.glb',
  'intersect/parry/center_cylinder.obj',
  'intersect/parry/stairs.obj',
  'intersect/vhacd/torus1.obj',
  'level/kenney/brick.glb',
  'level/kenney/platform-large.glb',
  'level/recast/nav_test.obj',
  'level/three-pathfinding/level.nav.glb',
] as const;

const sweepsOfShape = 60;
/** Differences of a kind that exact arithmetic over all triangles decides; it takes a tenth of a second. */
const confirmed = 2;
/** Of the radius of the mesh: the engines have f32 numbers, and stop within a tolerance of their own. */
const maxDifference = 1e-3;
const known = readTable(join(import.meta.dirname, 'sweep-differences.tsv'));

/**
 * How an engine differs: it misses a contact, has one that there is not, stops early, or late. A difference is `grazing` if a shape that is larger
 * or smaller by the tolerance decides as the engine does.
 */
interface Difference {
  readonly kind: 'misses' | 'hits' | 'early' | 'late' | 'grazing';
  /** In mesh units along the motion; 0 where one of both has no contact. */
  readonly by: number;
}

/**
 * Sweeps of spheres, capsules and boxes in Rapier, Jolt and PhysX. The first ones of each kind that differ from ours are decided by exact
 * arithmetic over all triangles: ours is right. `sweep-differences.tsv` has how many there are of each kind, by which part of the radius of the mesh at most, and why.
 */
describeCorpus('swept shapes against engines', () => {
  const engines = new Map<string, LoadSweeper>();
  const found: string[] = [];
  beforeAll(async () => {
    engines.set('Rapier', await rapierSweeper());
    engines.set('Jolt', await joltSweeper());
    engines.set('PhysX', await physxSweeper());
  });

  it.each(paths)('%s: ours is exact wherever an engine differs', async (path) => {
    const read = await corpusMesh(path);
    if (read === null) throw new Error(`${path} was refused`);
    const mesh = { ...read, positions: read.positions.map(Math.fround) };
    const bounds = meshBounds(mesh)!;
    const [center, reach] = [boundsCenter(bounds), boundsRadius(bounds)];
    for (const shape of shapesFor(reach)) {
      const sweepers = [...engines].map(([engine, load]) => [engine, load(mesh, shape)] as const);
      const random = seededRandom(501);
      const end = (): Vec3 => [0, 1, 2].map((k) => Math.fround(center[k]! + reach * (2 * random() - 1))) as unknown as Vec3;
      const kinds = new Map<string, { count: number; by: number }>();
      for (let i = 0; i < sweepsOfShape; i++) {
        const [from, to] = [end(), end()];
        for (const [engine, timeOf] of sweepers) {
          const difference = compareSweep(mesh, shape, from, to, timeOf(from, to), maxDifference * reach);
          if (difference === null) continue;
          const name = `${engine}\t${difference.kind}`;
          const { count, by } = kinds.get(name) ?? { count: 0, by: 0 };
          kinds.set(name, { count: count + 1, by: Math.max(by, difference.by / reach) });
          if (count < confirmed) expectExact(mesh, { shape: sweptShapeOf(shape), from, to });
        }
      }
      for (const [what, { count, by }] of kinds) found.push(`${path}\t${shape.kind}\t${what}\t${count}\t${by === 0 ? '-' : by.toFixed(3)}`);
    }
    expect(triangleCount(mesh)).toBeGreaterThan(0);
  });

  afterAll(() => {
    const rows = known.map((row) => [row['path'], row['shape'], row['engine'], row['differs'], row['sweeps'], row['by']].join('\t'));
    expect(found.toSorted()).toEqual(rows.toSorted());
    for (const { reason } of known) expect(reason).toMatch(/\w{3}/);
  });
});

function shapesFor(reach: number): readonly EngineShape[] {
  const radius = Math.fround(0.03 * reach);
  return [
    { kind: 'sphere', radius },
    { kind: 'capsule', halfHeight: radius, radius },
    { kind: 'box', half: [radius, Math.fround(1.5 * radius), radius] },
  ];
}

const trees = new WeakMap<TriangleMesh, Tree>();

function treeOf(mesh: TriangleMesh): Tree {
  const tree = trees.get(mesh) ?? treed(mesh).tree;
  trees.set(mesh, tree);
  return tree;
}

function expectExact(mesh: TriangleMesh, sweep: ShapeSweep): void {
  const { state, interval, contact } = sweepShape(treeOf(mesh), mesh, sweep);
  const exact = sweepBruteForce(mesh, sweep, interval);
  expect(state).toBe(exact.state);
  expect(exact.touchesBefore).toBe(false);
  if (contact !== null) expect(exact.intervalTriangles).toContain(contact.triangle);
}

/** Returns how the time of an engine differs from ours; `null` where both agree. */
function compareSweep(
  mesh: TriangleMesh,
  shape: EngineShape,
  from: Vec3,
  to: Vec3,
  theirs: number | null,
  tolerance: number,
): Difference | null {
  const tree = treeOf(mesh);
  const sweep = { shape: sweptShapeOf(shape), from, to };
  const { time } = sweepShape(tree, mesh, sweep);
  const length = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  if ((time === null) === (theirs === null) && (time === null || Math.abs(time - theirs!) * length <= tolerance)) return null;
  const grown = [-tolerance, tolerance].map((more) => sweepShape(tree, mesh, { ...sweep, shape: grownBy(shape, more) }).time);
  const isLikeGrown = grown.some((other) =>
    other === null || theirs === null ? other === theirs : Math.abs(other - theirs) * length <= 2 * tolerance,
  );
  const by = theirs === null || time === null ? 0 : Math.abs(theirs - time) * length;
  if (isLikeGrown) return { kind: 'grazing', by };
  return { kind: theirs === null ? 'misses' : time === null ? 'hits' : theirs < time ? 'early' : 'late', by };
}

function grownBy(shape: EngineShape, more: number): SweptShape {
  return shape.kind === 'box'
    ? sweptShapeOf({ kind: 'box', half: [shape.half[0] + more, shape.half[1] + more, shape.half[2] + more] })
    : sweptShapeOf({ ...shape, radius: shape.radius + more });
}
