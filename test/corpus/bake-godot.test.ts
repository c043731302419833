import { beforeAll, expect, it } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import { seededRays } from '#core/bake/verify/seeded-rays';
import { InspectorError } from '#core/error';
import { boundsCenter, boundsRadius, meshBounds } from '#core/mesh/bounds';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { raycast } from '#core/query/ray/ray';
import { inputOf, treeOf } from '../core/bake/bake-input.ts';
import { castInGodot, godot, type GodotJob, type GodotResult, pointAt, rayInGodot, warnWithoutGodot } from '../fixtures/godot/godot.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { mayHitInBullet } from './bullet-hits.ts';
import { describeCorpus } from './corpus.ts';
import { corpusImport, corpusMeshPaths } from './corpus-mesh.ts';
import { coveringFiles } from './covering-sample.ts';
import { finiteMesh } from './finite-mesh.ts';
import { f32Hits, unexplained } from './f32-hits.ts';
import { expectReadmeRow } from './readme-row.ts';

const maxTriangles = isFullRun ? 300_000 : 12_000;
const rays = isFullRun ? 1000 : 200;
/** The meshes are scaled to a radius of 10 m, because the tolerances of Godot are lengths. */
const radius = 10;
const far = 8 * radius;
/** The rounding of the f32 arithmetic of Bullet, which Godot 3 uses, in metres. */
const rounding = 2e-5 * far;
/** By this part of its size a triangle of Bullet is wider at its edges (`btTriangleRaycastCallback::processTriangle`). */
const widened = 1e-4;

warnWithoutGodot('real meshes baked for Godot');
describeCorpus('real meshes baked for Godot', () => {
  const meshes = new Map<string, TriangleMesh>();
  const found = new Map<string, GodotResult | null>();
  let version = '';
  const paths = godot === null ? ['none'] : coveringFiles('bake-godot', corpusMeshPaths());

  beforeAll(async () => {
    if (godot === null) return;
    const jobs: GodotJob[] = [];
    for (const path of paths) {
      const mesh = await meshOf(path);
      if (mesh === null) continue;
      meshes.set(path, mesh);
      const text = new TextDecoder().decode(bakeMesh('godot-scene', inputOf(mesh)).bytes);
      const aimed = seededRays(mesh, rays, 20);
      jobs.push({ text, rays: aimed, far });
    }
    const cast = castInGodot(jobs);
    ({ version } = cast);
    [...meshes.keys()].forEach((path, i) => found.set(path, cast.results[i]!));
  }, 3_600_000);

  const sum = { same: 0, beside: 0 };
  it.skipIf(godot === null).each(paths)('%s is hit where ours is', (path) => {
    const mesh = meshes.get(path);
    if (mesh === undefined) return;
    const result = found.get(path)!;
    expect(result.shapes.map((shape) => [shape.class, shape.points.length])).toEqual([['ConcavePolygonShape', 3 * mesh.indices.length]]);
    const tree = treeOf(mesh);
    const held = heldByBullet(result.shapes[0]!.points);
    const aimed = seededRays(mesh, rays, 20);
    for (const [i, ray] of aimed.entries()) {
      const { hits } = raycast(tree, mesh, ray, { mode: 'all', cull: false });
      const [a, b] = [hits[0]?.distance ?? null, result.rays[i]!];
      if (a === b || (a !== null && b !== null && Math.abs(a - b) <= rounding)) {
        sum.same++;
        continue;
      }
      // Rays through an edge or almost along a triangle may pass on either side in f32, and a sliver may be hit off its surface: as far as the errors
      // of the steps of Bullet allow. A clear hit is never missed.
      sum.beside++;
      const clear = f32Hits(mesh, ray, widened).filter(({ isClear }) => isClear);
      const own = b !== null && mayHitInBullet(held, rayInGodot(ray, far), pointAt(ray, b));
      expect(unexplained(own ? [...clear, { distance: b, error: 0, isClear: false }] : clear, b), `ray ${i}: ${a}`).toBeNull();
    }
  });

  it.skipIf(godot === null)('are some', () => {
    process.stdout.write(
      `${version}: ${meshes.size} meshes; ${sum.same} rays equal up to rounding, ${sum.beside} beside a triangle; 0 mismatches\n`,
    );
    expect(meshes.size).toBeGreaterThan(isFullRun ? 100 : 30);
    expectReadmeRow('Godot 4 scene', { rays: sum.same + sum.beside });
    // Three of four rays are aimed at edges, vertices and points outside.
    expect(sum.beside).toBeLessThan(sum.same / 4);
  });
});

/** Returns the triangles of Godot as it passes them to Bullet, each from its last corner to its first (`ConcavePolygonShapeBullet::setup`). */
function heldByBullet(points: Float32Array): TriangleMesh {
  const indices = Uint32Array.from({ length: points.length / 3 }, (_, i) => 3 * Math.floor(i / 3) + 2 - (i % 3));
  return { positions: Float64Array.from(points), indices, parts: [] };
}

/** Returns the finite triangles of a file, scaled and moved to the origin; `null` for one without extent or with too many. */
async function meshOf(path: string): Promise<TriangleMesh | null> {
  const read = await corpusImport(path);
  if (read instanceof InspectorError) return null;
  const mesh = finiteMesh(read.mesh);
  const bounds = meshBounds(mesh);
  if (bounds === null || mesh.indices.length === 0 || mesh.indices.length / 3 > maxTriangles) return null;
  const [centre, size] = [boundsCenter(bounds), boundsRadius(bounds)];
  if (!(size > 0 && size < 1e30)) return null;
  return { ...mesh, positions: mesh.positions.map((value, i) => Math.fround(((value - centre[i % 3]!) * radius) / size)) };
}
