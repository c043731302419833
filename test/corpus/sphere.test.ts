import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BufferAttribute, BufferGeometry, Sphere as ThreeSphere, Vector3 } from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import type { Vec3 } from '#core/math/vec3';
import { isClosed } from '#core/mesh/is-closed';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { buildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { sphereOverlapBruteForce } from '#core/query/sphere/brute-force';
import { sphereOverlap, type Sphere, type SphereResult } from '#core/query/sphere/sphere';
import { sphereOverlapInto } from '#core/query/sphere/into';
import { createSphereWorkspace } from '#core/query/sphere/workspace';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { seededRandom } from '../fixtures/random.ts';
import { isFullRun, scaled } from '../fixtures/scale.ts';
import { corpusFiles, corpusFolder, describeCorpus, readTable } from './corpus.ts';
import { corpusMesh, corpusMeshPaths } from './corpus-mesh.ts';
import { coveringFiles } from './covering-sample.ts';

/** Larger meshes only in the full run: the oracle looks at every triangle for every sphere. */
const maxTriangles = isFullRun ? 2_000_000 : 60_000;
/** Triangles that the oracle may look at for one mesh, so that a run ends in minutes. */
const workBudget = isFullRun ? 50_000_000 : 100_000;

/** Spheres about points of the surface, from far smaller than a triangle to a few of them, now and then tangent at a vertex. */
function spheresOf(mesh: TriangleMesh, count: number): Sphere[] {
  const random = seededRandom(triangleCount(mesh));
  const usable = Array.from({ length: 200 }, () => Math.floor(random() * triangleCount(mesh))).filter((t) => isFiniteTriangle(mesh, t));
  if (usable.length === 0) return [];
  return Array.from({ length: count }, (_, n) => {
    const triangle = usable[n % usable.length]!;
    const corners = [0, 1, 2].map((corner) => {
      const at = 3 * mesh.indices[3 * triangle + corner]!;
      return [mesh.positions[at]!, mesh.positions[at + 1]!, mesh.positions[at + 2]!] as const;
    }) as unknown as readonly [Vec3, Vec3, Vec3];
    const [a, b, c] = corners;
    const size = Math.max(Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]), Math.hypot(c[0] - a[0], c[1] - a[1], c[2] - a[2]));
    const [u, v] = [random(), random()];
    const off = size * 10 ** (-3 * random());
    const center = [0, 1, 2].map(
      (k) => a[k]! + (u * (b[k]! - a[k]!) + v * (c[k]! - a[k]!)) / 2 + (2 * random() - 1) * off,
    ) as unknown as Vec3;
    if (n % 8 === 0) return { center: a, radius: 0 };
    const radius = n % 4 === 0 ? Math.hypot(center[0] - a[0], center[1] - a[1], center[2] - a[2]) : 2 * off * random();
    return { center, radius };
  });
}

const setOf = ({ touches }: SphereResult) => touches.map(({ triangle, feature, featureIndex }) => `${triangle} ${feature} ${featureIndex}`);

describeCorpus('spheres on real meshes', () => {
  const meshes = new Set(coveringFiles('sphere', corpusMeshPaths()));
  const files = corpusFiles().filter(({ path, triangles }) => meshes.has(path) && (triangles ?? Infinity) <= maxTriangles);

  it.each(files.map(({ path }) => path))('touch on %s what brute force finds', async (path) => {
    const mesh = await corpusMesh(path);
    if (mesh === null || triangleCount(mesh) === 0) return;
    const tree = openTree(buildTree(mesh, defaultValues(buildOptions)));
    const surface = { isClosed: false };
    const count = Math.min(isFullRun ? 1000 : 20, Math.max(isFullRun ? 10 : 5, Math.ceil(workBudget / triangleCount(mesh))));
    let touched = 0;
    for (const sphere of spheresOf(mesh, count)) {
      const answer = sphereOverlap(tree, mesh, sphere, surface);
      expect(setOf(answer)).toEqual(setOf(sphereOverlapBruteForce(mesh, sphere, surface)));
      if (answer.touches.length > 0) touched++;
    }
    if (tree.triangles > 200) expect(touched).toBeGreaterThan(0);
  });

  it('agree with three-mesh-bvh on whether they touch, away from tangency', async () => {
    let compared = 0;
    for (const { path } of files.filter(({ triangles }) => (triangles ?? 0) > 500).slice(0, scaled(100))) {
      const source = await corpusMesh(path);
      if (source === null) continue;
      // Both see the same numbers only when these are f32; three-mesh-bvh takes no vertex that is not finite.
      const mesh = { ...source, positions: Float64Array.from(Float32Array.from(source.positions)) };
      if (!mesh.positions.every(Number.isFinite)) continue;
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new BufferAttribute(Float32Array.from(mesh.positions), 3));
      geometry.setIndex(new BufferAttribute(mesh.indices.slice(), 1));
      const theirs = new MeshBVH(geometry);
      const tree = openTree(buildTree(mesh, defaultValues(buildOptions)));
      const workspace = createSphereWorkspace(tree);
      const touches = ({ center }: Sphere, radius: number): boolean =>
        sphereOverlapInto(tree, mesh, { center, radius }, 'any', workspace) > 0;
      for (const sphere of spheresOf(mesh, scaled(1000))) {
        // Its triangle test is plain f64 about the f32 origin: what lies within 1e-4 of tangency is not compared.
        const size = Math.max(...sphere.center.map(Math.abs)) + sphere.radius;
        const slack = 1e-4 * sphere.radius + 1e-9 * size;
        if (touches(sphere, sphere.radius + slack) !== touches(sphere, Math.max(0, sphere.radius - slack))) continue;
        compared++;
        const other = theirs.intersectsSphere(new ThreeSphere(new Vector3(...sphere.center), sphere.radius));
        expect({ path, sphere, touches: touches(sphere, sphere.radius) }).toEqual({ path, sphere, touches: other });
      }
    }
    expect(compared).toBeGreaterThan(scaled(1000));
  });
});

describeCorpus('closedness of real meshes', () => {
  const facts = readTable(join(corpusFolder, 'GEOMETRY_FACTS.tsv')).filter((row) => Number(row['triangles']) <= maxTriangles);

  it.each(facts.map((row) => [row['path'] ?? '', row] as const))('%s is as its facts say', async (path, row) => {
    const mesh = await corpusMesh(path);
    if (mesh === null || row['nonfinite_vertices'] !== '0' || String(triangleCount(mesh)) !== row['triangles']) return;
    // The facts call a mesh without any edge closed; it bounds nothing.
    const wanted = row['closed_oriented_manifold_edges'] === '1' && row['edges'] !== '0';
    // They know no edges of four triangles that cancel out; where all edges have several triangles, the twin below decides.
    const isKnown = row['boundary_edges'] !== '0' || row['nonmanifold_edges'] === '0';
    expect(isClosed(mesh) ? 'closed' : 'open').toBe((isKnown ? wanted : isBalanced(mesh)) ? 'closed' : 'open');
  });
});

/** Whether the directed edges of a mesh cancel out, by position. */
function isBalanced({ positions, indices }: TriangleMesh): boolean {
  const balances = new Map<string, number>();
  const at = (corner: number): string => [0, 1, 2].map((k) => positions[3 * indices[corner]! + k]! + 0).join();
  for (let corner = 0; corner < indices.length; corner++) {
    const [from, to] = [at(corner), at(corner % 3 === 2 ? corner - 2 : corner + 1)];
    const key = from < to ? `${from} ${to}` : `${to} ${from}`;
    if (from !== to) balances.set(key, (balances.get(key) ?? 0) + (from < to ? 1 : -1));
  }
  return [...balances.values()].every((balance) => balance === 0);
}
