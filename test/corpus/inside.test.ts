import type { Vec3 } from '#core/math/vec3';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { triangleVertices } from '#core/mesh/triangle-vertices';
import { isInsideClosedMesh } from '#core/query/inside-closed-mesh';
import { windingBruteForce } from '#core/query/inside/brute-force';
import { pointWinding } from '#core/query/inside/inside';
import { windingInto } from '#core/query/inside/into';
import { windingSurface } from '#core/query/inside/surface';
import { createInsideWorkspace } from '#core/query/inside/workspace';
import { createWindingTree } from '#core/query/inside/winding-tree';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import { afterAll, expect, it } from 'vitest';
import { treeKinds } from '../fixtures/kinds.ts';
import { seededRandom } from '../fixtures/random.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { describeCorpus } from './corpus.ts';
import { corpusMesh, corpusMeshPaths } from './corpus-mesh.ts';
import { coveringFiles, coveringSample } from './covering-sample.ts';

/** Triangles that brute force may sum for one mesh, some microseconds each. */
const workBudget = isFullRun ? 60_000 : 2_000;
const pointCount = isFullRun ? 40 : 5;
const treeBudget = 5_000;
/** Larger meshes only in the full run. */
const maxTriangles = isFullRun ? 1_000_000 : 20_000;

/** Points about the surface, at a distance of up to the size of a triangle a thousand times, and from it by a rounding. */
function pointsOf(mesh: TriangleMesh, count: number): readonly Vec3[] {
  const random = seededRandom(triangleCount(mesh) + 1);
  const usable = Array.from({ length: 100 }, () => Math.floor(random() * triangleCount(mesh))).filter((t) => isFiniteTriangle(mesh, t));
  return Array.from({ length: usable.length === 0 ? 0 : count }, (_, n) => {
    const [a, b, c] = triangleVertices(mesh, usable[n % usable.length]!);
    const [u, v] = [random() / 2, random() / 2];
    const size = Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]) * (n % 5 === 0 ? 1e-12 : 10 ** (5 * random() - 2));
    const along = (k: 0 | 1 | 2): number => a[k] + u * (b[k] - a[k]) + v * (c[k] - a[k]) + (2 * random() - 1) * size;
    return [along(0), along(1), along(2)];
  });
}

describeCorpus('winding numbers by trees of every kind', () => {
  const seen = { closed: 0, open: 0, oriented: 0, inside: 0 };

  it.each(coveringFiles('inside', corpusMeshPaths()))('of %s are those of brute force, and of rays where it is closed', async (path) => {
    const mesh = await corpusMesh(path);
    if (mesh === null || triangleCount(mesh) > maxTriangles) return;
    const triangles = triangleCount(mesh);
    const surface = windingSurface(mesh);
    const points = pointsOf(mesh, pointCount);
    const summed = points.slice(0, Math.floor(workBudget / Math.max(1, triangles)));
    const truths = new Map<Vec3, number>();
    for (const kind of coveringSample(path, treeKinds, triangles, treeBudget)) {
      const tree = loadTree(openTree(buildTree(mesh, { kind, leafTriangles: kind === 'compressed' ? 16 : 4 })), mesh);
      const winding = createWindingTree(tree, mesh, surface);
      const workspace = createInsideWorkspace(winding);
      for (const point of points) {
        const { inside, winding: number } = pointWinding(winding, point, {}, workspace);
        if (inside === true) seen.inside++;
        if (!surface.isClosed || surface.flipped !== null) continue;
        const byRays = isInsideClosedMesh(tree, mesh, point);
        if (inside !== 'on' && byRays !== null) expect(inside, `${kind} ${point.join(' ')}`).toBe(byRays);
        if (number !== null) expect(Number.isInteger(number), `${kind} ${point.join(' ')}: ${number}`).toBe(true);
      }
      for (const point of summed) {
        if (pointWinding(winding, point, {}, workspace).inside === 'on') continue;
        const truth = truths.get(point) ?? windingBruteForce(mesh, point, surface.flipped);
        truths.set(point, truth);
        for (const accuracy of [0.2, 1e-3, 1e-9]) {
          windingInto(winding, point, accuracy, workspace);
          expect(Math.abs(workspace.winding - truth), `${kind} ${point.join(' ')}`).toBeLessThanOrEqual(workspace.windingError);
        }
      }
    }
    seen[surface.flipped !== null ? 'oriented' : surface.isClosed ? 'closed' : 'open']++;
  });

  afterAll(() => {
    expect(seen.closed).toBeGreaterThan(20);
    expect(seen.open).toBeGreaterThan(20);
    expect(seen.oriented).toBeGreaterThan(isFullRun ? 3 : 0);
    expect(seen.inside).toBeGreaterThan(100);
  });
});
