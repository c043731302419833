import { beforeAll, expect, it } from 'vitest';
import type { Baked, BakeInput } from '#core/bake/bake-input';
import { bakeMesh } from '#core/bake/bake-mesh';
import { seededRays } from '#core/bake/verify/seeded-rays';
import { verifyBaked } from '#core/bake/verify/verify-baked';
import { meshHulls } from '#core/convex/hull/mesh-hulls';
import { meshOfHulls } from '#core/convex/hull/mesh-of-hulls';
import { InspectorError } from '#core/error';
import { dot, normalized, type Vec3 } from '#core/math/vec3';
import { meshBounds } from '#core/mesh/bounds';
import { unknownSpace } from '#core/mesh/source-space';
import { isFiniteTriangle, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { raycastBruteForce } from '#core/query/ray/brute-force';
import { startMujoco, type Mujoco } from '../fixtures/mujoco.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { describeCorpus } from './corpus.ts';
import { corpusImport, corpusMeshPaths } from './corpus-mesh.ts';
import { coveringFiles } from './covering-sample.ts';
import { f32Hits, unexplained } from './f32-hits.ts';
import { expectReadmeRow } from './readme-row.ts';

const maxTriangles = isFullRun ? 300_000 : 15_000;
const rays = isFullRun ? 1000 : 200;
/** The rounding of the f32 vertices that MuJoCo stores, as a part of the distance; grazing rays divide it by their steepness. */
const rounding = 4e-6;

/** As a part of the size of the mesh. */
const moved = 1e-6;

describeCorpus('hulls of real meshes baked for MuJoCo', () => {
  let mujoco: Mujoco;
  const seen = { meshes: 0, hulls: 0, rays: 0, moved: 0, rounded: 0, mismatches: 0 };
  beforeAll(async () => {
    mujoco = await startMujoco();
  });

  it.each(coveringFiles('bake-mujoco', corpusMeshPaths()))('%s is hit where our hulls are, as MJCF and as URDF', async (path) => {
    const read = await corpusImport(path);
    if (read instanceof InspectorError) return;
    const hulls = hullsOf(read.mesh);
    if (hulls === null) return;
    // Every fourth ray is aimed at the inside of a triangle, the others at edges.
    const aimed = seededRays(hulls, rays, 12)
      .filter((_, i) => i % 4 === 0)
      .map((ray) => ({ ray, ours: raycastBruteForce(hulls, ray, { mode: 'first', cull: false }).hits[0] }));
    for (const format of ['mjcf', 'urdf'] as const) {
      const baked = bakedOrNull(format, {
        mesh: hulls,
        space: unknownSpace,
        trees: [],
        source: null,
        findings: [],
        ignored: [],
      });
      if (baked === null) return;
      const { bytes, files = [] } = baked;
      const readSideFile = async (name: string) => files.find((file) => file.path === name)?.bytes ?? null;
      const fileName = `a.${format === 'mjcf' ? 'xml' : 'urdf'}`;
      expect(await verifyBaked({ bytes, fileName, against: { mesh: hulls }, queries: 20, seed: 2, readSideFile })).toMatchObject({
        problems: [],
      });
      const model = mujoco.load(bytes, files, fileName);
      expect(model.types).toHaveLength(hulls.parts.length);
      for (const { ray, ours } of aimed) {
        // MuJoCo misses at edges that two triangles share, and rounding can put the target of a sliver outside of it.
        if (ours === undefined || ours.barycentric.some((weight) => weight < 0.01)) continue;
        const theirs = model.ray(ray);
        const steepness = Math.abs(dot(normalized(ray.direction)!, ours.normal!));
        const isSame = theirs !== null && Math.abs(theirs.distance - ours.distance) <= (rounding / steepness) * ours.distance;
        seen.rays++;
        if (isSame || steepness < 1e-3) continue;
        // Rounding in the flat boxes of its tree lets MuJoCo miss some faces along the axes: such a ray must hit when it is moved.
        const origin = ray.origin.map((value, k) => value + (k + 1) * moved) as unknown as Vec3;
        const again = model.ray({ ...ray, origin });
        if (again !== null && Math.abs(again.distance - ours.distance) <= (10 * moved) / steepness) seen.moved++;
        // Vertices of MuJoCo are rounded to f32 in the frame of inertia; so a ray that passes both long edges of a sliver within that rounding can miss it.
        else if (unexplained(f32Hits(hulls, ray), theirs?.distance ?? null) === null) seen.rounded++;
        else seen.mismatches++;
      }
      model.dispose();
    }
    seen.meshes++;
    seen.hulls += hulls.parts.length;
  });

  it('are some', () => {
    process.stdout.write(
      `MuJoCo ${mujoco.version}: ${seen.meshes} meshes, ${seen.hulls} hulls, ${seen.rays} rays, ${seen.moved} hit only when moved by a millionth, ${seen.rounded} at slivers within rounding, ${seen.mismatches} mismatches\n`,
    );
    expect(seen.meshes).toBeGreaterThan(isFullRun ? 100 : 20);
    expect(seen.mismatches).toBe(0);
    expectReadmeRow('MuJoCo', seen);
    expect(seen.moved + seen.rounded).toBeLessThan(seen.rays / 500);
  });
});

/** Returns the hulls of the components as one mesh scaled to a size of 1, as colliders; `null` for meshes that are flat, large or not finite. */
function hullsOf(mesh: TriangleMesh): TriangleMesh | null {
  const bounds = meshBounds(mesh);
  const triangles = mesh.indices.length / 3;
  if (bounds === null || triangles > maxTriangles) return null;
  for (let triangle = 0; triangle < triangles; triangle++) if (!isFiniteTriangle(mesh, triangle)) return null;
  const size = Math.max(...bounds.max.map((value, k) => value - bounds.min[k]!));
  if (!(size > 0 && size < 1e30)) return null;
  const positions = mesh.positions.map((value, i) => (value - bounds.min[i % 3]!) / size);
  const solid = meshHulls({ ...mesh, positions }, { per: 'whole', maxVertices: 0, maxFaces: 0 })
    .map(({ hull }, i) => ({ name: `hull ${i}`, hull }))
    .filter(({ hull }) => hull.dimension === 3);
  if (solid.length === 0) return null;
  const made = meshOfHulls(solid);
  const role = { shape: 'hull', isRendered: false, isTrigger: false, of: null, from: 'extras', exact: null } as const;
  return { ...made, parts: made.parts.map((part) => ({ ...part, role })) };
}

/** Returns `null` for a hull that is flat in f32. */
function bakedOrNull(format: 'mjcf' | 'urdf', input: BakeInput): Baked | null {
  try {
    return bakeMesh(format, input);
  } catch (error) {
    if (error instanceof InspectorError && error.message.includes('lie in one plane')) return null;
    throw error;
  }
}
