import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkHealth } from '#core/health/report/check-health';
import { repairMesh, type RepairedMesh } from '#core/health/repair/repair-mesh';
import type { GivenRepairs } from '#core/health/repair/repair';
import { InspectorError } from '#core/error';
import type { Vec3 } from '#core/math/vec3';
import { materialOf } from '#core/mesh/surface-materials';
import { isFiniteTriangle, partOfTriangle, triangleCount, vertexCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import { closestPointBruteForce } from '#core/query/closest/brute-force';
import { seededRandom } from '../fixtures/random.ts';
import { hundredth } from '../fixtures/scale.ts';
import { anyMesh } from './arbitrary-mesh.ts';

const health = { ...defaultValues(healthOptions), only: 'non-manifold-edges,inconsistent-winding,boundary-loops' };
const runs = { numRuns: hundredth(1500) };

const length = fc.constantFrom(0, 1e-9, 0.05, 0.5);
const given: fc.Arbitrary<GivenRepairs> = fc
  .record(
    {
      weld: length,
      dropDegenerate: fc.constant(true),
      dropDuplicates: fc.constant(true),
      dropOpposite: fc.constant(true),
      splitJunctions: length,
      minTriangles: fc.integer({ min: 1, max: 3 }),
      minSize: length,
      fixWinding: fc.constant(true),
      splitNonManifold: length,
      fillHoles: fc.constant(true),
      simplifyTo: fc.integer({ min: 1, max: 60 }),
      dropUnused: fc.constant(true),
    },
    { requiredKeys: [] },
  )
  .filter((options) => Object.entries(options).some(([name, value]) => name === 'weld' || name.startsWith('split') || Number(value) > 0));

/** The repaired mesh; `null` where no triangle would be left. */
async function repaired(mesh: TriangleMesh, options: GivenRepairs): Promise<RepairedMesh | null> {
  try {
    return await repairMesh(mesh, options, health);
  } catch (error) {
    if (error instanceof InspectorError && /would leave no triangle|no finite triangle/.test(error.message)) return null;
    throw error;
  }
}

/** Random points of the finite triangles. */
function* pointsOf(mesh: TriangleMesh, count: number, random: () => number): Generator<Vec3> {
  const finite = Array.from({ length: triangleCount(mesh) }, (_, t) => t).filter((t) => isFiniteTriangle(mesh, t));
  for (let i = 0; i < count && finite.length > 0; i++) {
    const t = finite[Math.floor(random() * finite.length)]!;
    const r = Math.sqrt(random());
    const s = random();
    const weights = [1 - r, r * (1 - s), r * s];
    yield [0, 1, 2].map((k) =>
      weights.reduce((sum, w, c) => sum + w * mesh.positions[3 * mesh.indices[3 * t + c]! + k]!, 0),
    ) as unknown as Vec3;
  }
}

describe('any repairs of any mesh', () => {
  it('keep parts and the order of triangles, are deterministic, and leave the input alone', async () => {
    await fc.assert(
      fc.asyncProperty(anyMesh, given, async (mesh, options) => {
        const copy = { positions: mesh.positions.slice(), indices: mesh.indices.slice() };
        const result = await repaired(mesh, options);
        expect(mesh.positions).toEqual(copy.positions);
        expect(mesh.indices).toEqual(copy.indices);
        if (result === null) return;
        const { mesh: after, sources } = result;
        expect(sources).toHaveLength(triangleCount(after));
        expect(after.indices.every((vertex) => vertex < vertexCount(after))).toBe(true);
        expect(after.parts.map(({ name }) => name)).toEqual(mesh.parts.map(({ name }) => name));
        sources.forEach((source, t) => {
          if (t > 0) expect(source).toBeGreaterThanOrEqual(sources[t - 1]!);
          expect(partOfTriangle(after, t)).toBe(partOfTriangle(mesh, source));
          expect(materialOf(after.materials, t)).toBe(materialOf(mesh.materials, source));
        });
        const again = await repaired(mesh, options);
        expect(again!.mesh).toEqual(after);
      }),
      runs,
    );
  });

  it('move no point of the surface farther than each step reports, both ways', async () => {
    await fc.assert(
      fc.asyncProperty(anyMesh, given, fc.integer(), async (mesh, options, seed) => {
        const result = await repaired(mesh, options);
        if (result === null) return;
        const sum = (direction: 'removed' | 'added'): number =>
          result.steps.reduce((total, { surface }) => total + (surface[direction]?.atMost ?? Infinity), 0);
        const random = seededRandom(seed);
        const size = Math.max(1, ...[...mesh.positions].filter(Number.isFinite).map(Math.abs));
        for (const [from, to, limit] of [
          [mesh, result.mesh, sum('removed')],
          [result.mesh, mesh, sum('added')],
        ] as const) {
          for (const point of pointsOf(from, 20, random)) {
            const { closest } = closestPointBruteForce(to, point);
            if (closest !== null) expect(closest.distance).toBeLessThanOrEqual(limit + 1e-9 * size);
          }
        }
      }),
      { numRuns: hundredth(500) },
    );
  });
});

describe('each repair of any mesh', () => {
  it('weld, drop and winding twice change nothing more', async () => {
    const alone = fc.constantFrom<GivenRepairs>(
      { weld: 0 },
      { weld: 0.05 },
      { dropDuplicates: true, dropOpposite: true },
      { fixWinding: true },
      { dropUnused: true },
      { minTriangles: 2 },
    );
    await fc.assert(
      fc.asyncProperty(anyMesh, alone, async (mesh, options) => {
        const first = await repaired(mesh, options);
        if (first === null) return;
        expect((await repaired(first.mesh, options))!.steps[0]!.counts.filter(({ what }) => !what.endsWith('left'))).toEqual([]);
      }),
      runs,
    );
  });

  it('leaves no finding that it clears', async () => {
    const cases = fc.constantFrom<readonly [GivenRepairs, string]>(
      [{ dropDuplicates: true }, 'duplicate-triangles'],
      [{ dropDuplicates: true, dropOpposite: true }, 'duplicate-triangles,opposite-triangles'],
      [{ dropDegenerate: true }, 'repeated-vertex-triangles'],
      [{ fixWinding: true }, 'inside-out-pieces'],
      [{ dropUnused: true, dropDegenerate: true }, 'unused-vertices,non-finite-vertices'],
      [{ weld: 0 }, 'unwelded-vertices'],
    );
    await fc.assert(
      fc.asyncProperty(anyMesh, cases, async (mesh, [options, only]) => {
        const result = await repaired(mesh, options);
        // Without triangles there is no body to repair, and all vertices are unused.
        if (result === null || triangleCount(result.mesh) === 0) return;
        expect(
          checkHealth(result.mesh, { ...defaultValues(healthOptions), only }).findings.map(({ code, count }) => [code, count]),
        ).toEqual([]);
      }),
      runs,
    );
  });

  it('filling holes opens no edge, and makes none non-manifold or inconsistent', async () => {
    await fc.assert(
      fc.asyncProperty(anyMesh, async (mesh) => {
        const result = await repaired(mesh, { fillHoles: true });
        if (result === null) return;
        const { before, after } = result;
        expect(after.facts.boundaryEdges).toBeLessThanOrEqual(before.facts.boundaryEdges);
        expect(after.facts.nonManifoldEdges).toBe(before.facts.nonManifoldEdges);
        if (before.facts.inconsistentEdges === 0) expect(after.facts.zeroAreaTriangles).toBe(before.facts.zeroAreaTriangles);
      }),
      runs,
    );
  });
});
