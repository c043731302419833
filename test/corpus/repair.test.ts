import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repairMesh, type RepairedMesh } from '#core/health/repair/repair-mesh';
import { type GivenRepairs, type RepairName, repairNames } from '#core/health/repair/repair';
import type { ChangeDistance } from '#core/health/repair/surface-change';
import type { Vec3 } from '#core/math/vec3';
import { meshBounds } from '#core/mesh/bounds';
import { isClosed } from '#core/mesh/is-closed';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import { closestPoint } from '#core/query/closest/closest';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { manifoldVolume } from '../core/health/repair/repaired.ts';
import { seededRandom } from '../fixtures/random.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { corpusMesh, corpusMeshPaths } from './corpus-mesh.ts';
import { corpusFolder, describeCorpus, readTable } from './corpus.ts';

/** The checks that repairs clear; the pair searches of large scans take minutes. */
const health = {
  ...defaultValues(healthOptions),
  only: 'zero-area-triangles,duplicate-triangles,boundary-loops,non-manifold-edges,inconsistent-winding',
};
const maxTriangles = isFullRun ? 1_000_000 : 3_000;
/** A short run takes every sixteenth file, and all with known defects. */
const oneIn = isFullRun ? 1 : 16;
/** Takes as long to simplify as all others, so a short run leaves it out. */
const slow = 'gltf/trimesh/mode5.gltf';

const sizes = new Map(readTable(join(corpusFolder, 'GEOMETRY_FACTS.tsv')).map((row) => [row['path'] ?? '', Number(row['triangles'])]));
/** Each repair alone is measured for small meshes in a short run. */
const maxTrianglesAlone = isFullRun ? maxTriangles : 1_500;
const paths = corpusMeshPaths().filter((path, i) => {
  const triangles = sizes.get(path) ?? Infinity;
  return triangles <= maxTriangles && (path.startsWith('defects/') || (i % oneIn === 0 && (isFullRun || path !== slow)));
});

/** Distances of random points of one mesh to another: less than every step reports together. */
function expectWithin(from: TriangleMesh, to: TriangleMesh, limit: number): void {
  const tree = openTree(buildTree(to, {}));
  const finite = Array.from({ length: triangleCount(from) }, (_, t) => t).filter((t) => isFiniteTriangle(from, t));
  const random = seededRandom(finite.length);
  const size = Math.max(...[meshBounds(from)!, meshBounds(to)!].flatMap(({ min, max }) => [...min, ...max]).map(Math.abs));
  for (let i = 0; i < (isFullRun ? 500 : 50); i++) {
    const t = finite[Math.floor(random() * finite.length)]!;
    const r = Math.sqrt(random());
    const s = random();
    const weights = [1 - r, r * (1 - s), r * s];
    const point = [0, 1, 2].map((k) => weights.reduce((sum, w, c) => sum + w * from.positions[3 * from.indices[3 * t + c]! + k]!, 0));
    expect(closestPoint(tree, to, point as unknown as Vec3).closest!.distance).toBeLessThanOrEqual(limit + 1e-12 * size);
  }
}

/** The repair of each name alone, for a mesh of this diagonal. Distances are large, so that the surface moves. */
const alone: Readonly<Record<RepairName, (size: number, triangles: number) => GivenRepairs>> = {
  weld: (size) => ({ weld: 1e-2 * size }),
  'drop-degenerate': () => ({ dropDegenerate: true }),
  'drop-duplicates': () => ({ dropDuplicates: true, dropOpposite: true }),
  'split-junctions': (size) => ({ splitJunctions: 1e-2 * size }),
  'remove-components': (size) => ({ minTriangles: 20, minSize: 0.05 * size }),
  'fix-winding': () => ({ fixWinding: true }),
  'split-non-manifold': (size) => ({ splitNonManifold: 1e-2 * size }),
  'fill-holes': () => ({ fillHoles: true, maxHoleEdges: 200 }),
  simplify: (_, triangles) => ({ simplifyTo: Math.ceil(triangles / 4) }),
  'drop-unused': () => ({ dropUnused: true }),
};

/** The point that a repair names as the farthest is on its own surface, and as far from the other one as reported: `found` is a lower bound. */
function expectFarthestAt(change: ChangeDistance | null, from: TriangleMesh, to: TriangleMesh, size: number): void {
  if (change?.position == null) return;
  const digits = 9 - Math.ceil(Math.log10(size + 1));
  const distanceTo = (mesh: TriangleMesh): number => closestPoint(openTree(buildTree(mesh, {})), mesh, change.position!).closest!.distance;
  expect(distanceTo(from)).toBeCloseTo(0, digits);
  expect(distanceTo(to)).toBeCloseTo(change.found, digits);
  expect(change.found).toBeLessThanOrEqual(change.atMost);
}

function expectChangeAsReported(before: TriangleMesh, { mesh, steps }: RepairedMesh): void {
  const sum = (direction: 'removed' | 'added'): number =>
    steps.reduce((total, { surface }) => total + (surface[direction]?.atMost ?? Infinity), 0);
  expectWithin(before, mesh, sum('removed'));
  expectWithin(mesh, before, sum('added'));
}

const countOf = ({ steps }: RepairedMesh, what: RegExp): number =>
  steps.flatMap(({ counts }) => counts).reduce((sum, one) => sum + (what.test(one.what) ? one.count : 0), 0);

describeCorpus('repairs', () => {
  describe.each(paths)('of %s', (path) => {
    it('close what they can, clear their findings, and move the surface as reported', async () => {
      const mesh = await corpusMesh(path);
      const bounds = mesh === null ? null : meshBounds(mesh);
      // The whole of a scene with colliders is several bodies, which unit tests cover.
      if (mesh === null || bounds === null || mesh.parts.some(({ role }) => role !== undefined)) return;
      const size = Math.hypot(...bounds.max.map((max, k) => max - bounds.min[k]!));
      const all: GivenRepairs = {
        weld: 0,
        dropDegenerate: true,
        dropDuplicates: true,
        splitJunctions: 1e-7 * size,
        fixWinding: true,
        splitNonManifold: 1e-5 * size,
        fillHoles: true,
        maxHoleEdges: 200,
      };
      const result = await repairMesh(mesh, all, health).catch((error: unknown) => {
        // Of a file with flat triangles only, nothing would be left.
        if (error instanceof Error && /would leave no triangle/.test(error.message)) return null;
        throw error;
      });
      if (result === null) return;
      expectChangeAsReported(mesh, result);
      const { after } = result;
      expect(after.facts.repeatedVertexTriangles).toBe(0);
      expect(after.findings.find(({ code }) => code === 'duplicate-triangles')?.count ?? 0).toBeLessThanOrEqual(
        result.before.findings.find(({ code }) => code === 'duplicate-triangles')?.count ?? 0,
      );
      const left = countOf(result, /left/);
      const { boundaryEdges, nonManifoldEdges, inconsistentEdges } = after.facts;
      if (left === 0 && nonManifoldEdges === 0) expect(boundaryEdges).toBe(0);
      // An independent program agrees that the result is closed.
      if (boundaryEdges + nonManifoldEdges + inconsistentEdges === 0 && triangleCount(result.mesh) < 50_000) {
        expect(isClosed(result.mesh)).toBe(true);
        expect(await manifoldVolume(result.mesh)).not.toBeNull();
      }
    });

    it('simplify to half of the triangles within the reported deviation', async () => {
      const mesh = await corpusMesh(path);
      if (mesh === null || meshBounds(mesh) === null || triangleCount(mesh) < 100) return;
      const result = await repairMesh(
        mesh,
        { weld: 0, simplifyTo: Math.floor(triangleCount(mesh) / 2) },
        { ...health, only: 'boundary-loops' },
      );
      expectChangeAsReported(mesh, result);
    });
  });

  it('report each the largest change of the surface, both ways', async () => {
    const changing = new Set<RepairName>();
    const small = paths.filter((path) => sizes.get(path)! <= maxTrianglesAlone);
    for (const [i, path] of small.entries()) {
      const mesh = await corpusMesh(path);
      const bounds = mesh === null ? null : meshBounds(mesh);
      if (mesh === null || bounds === null || mesh.parts.some(({ role }) => role !== undefined)) continue;
      const size = Math.hypot(...bounds.max.map((max, k) => max - bounds.min[k]!));
      // To simplify takes longest, so a short run does it to one file in four.
      for (const name of repairNames.filter((other) => isFullRun || other !== 'simplify' || i % 4 === 1)) {
        const result = await repairMesh(mesh, alone[name](size, triangleCount(mesh)), { ...health, only: 'boundary-loops' }).catch(
          (error: unknown) => {
            if (error instanceof Error && /would leave no triangle/.test(error.message)) return null;
            throw error;
          },
        );
        if (result === null) continue;
        expectChangeAsReported(mesh, result);
        for (const { surface } of result.steps) {
          expectFarthestAt(surface.removed, mesh, result.mesh, size);
          expectFarthestAt(surface.added, result.mesh, mesh, size);
          // Points of triangles are rounded, and so lie beside a surface that did not move.
          if (Math.max(surface.removed?.found ?? 0, surface.added?.found ?? 0) > 2 ** -52 * size) changing.add(name);
        }
      }
    }
    // The others keep every point of the surface where it is.
    const still: readonly RepairName[] = ['drop-degenerate', 'drop-duplicates', 'fix-winding', 'drop-unused'];
    expect(repairNames.filter((name) => !changing.has(name))).toEqual(still);
  });

  it('fill the 171 holes of the elephant, which Manifold then accepts', async () => {
    const mesh = (await corpusMesh('defects/cgal/elephant-with-holes.off'))!;
    const result = await repairMesh(mesh, { weld: 0, fillHoles: true }, health);
    expect(countOf(result, /^holes filled$/)).toBe(171);
    expect(isClosed(result.mesh)).toBe(true);
    expect(await manifoldVolume(result.mesh)).toBeGreaterThan(0);
  });

  it('turn the cube without a face outward and close it', async () => {
    const mesh = (await corpusMesh('defects/cgal/cube-ouvert.off'))!;
    const { mesh: closed, after } = await repairMesh(mesh, { fixWinding: true, fillHoles: true }, health);
    expect(isClosed(closed)).toBe(true);
    expect(after.facts.signedVolume).toBeGreaterThan(0);
    expect(await manifoldVolume(closed)).toBeCloseTo(after.facts.signedVolume, 5);
  });
});
