import { describe, expect, it } from 'vitest';
import { checkHealth, type HealthReport } from '#core/health/report/check-health';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import { box, joined, placed } from '../../fixtures/shapes.ts';

const options = defaultValues(healthOptions);
const hull = { shape: 'triangles', isRendered: false, isTrigger: false, of: null, from: 'extension', exact: null } as const;

/** A box with a collider at the same place, and one that lacks a triangle. */
function levelWithColliders(): TriangleMesh {
  const whole = joined([box(), box(), placed(box(), 1, [5, 0, 0])]);
  const parts = whole.parts.map((part, i) => (i === 0 ? { ...part, name: 'wall' } : { ...part, name: `shape ${i}`, role: hull }));
  const last = { ...parts[2]!, triangleCount: parts[2]!.triangleCount - 1 };
  return { ...whole, indices: whole.indices.slice(0, -3), parts: [parts[0]!, parts[1]!, last] };
}

const countOf = (report: HealthReport, code: string): number => report.findings.find((finding) => finding.code === code)?.count ?? 0;

describe('the facts of several bodies', () => {
  const report = checkHealth(levelWithColliders(), options);

  it('agree with the findings, which see each body by itself', () => {
    const { bodyFacts } = report;
    expect(bodyFacts).toMatchObject({ bodies: 3, triangles: 35, edges: 54, boundaryEdges: 3, components: 3 });
    expect(bodyFacts?.nonManifoldEdges).toBe(countOf(report, 'non-manifold-edges'));
    expect(bodyFacts?.duplicateTriangles).toBe(countOf(report, 'duplicate-triangles'));
    expect(bodyFacts?.boundaryEdges).toBe(3 * countOf(report, 'boundary-loops'));
    expect(bodyFacts?.area).toBeCloseTo(24 + 24 + 22, 9);
  });

  it('differ from those of all triangles as one surface, where bodies share edges', () => {
    const named = levelWithColliders();
    const ofNames = {
      ...named,
      parts: named.parts.map((part) => (part.role === undefined ? part : { ...part, role: { ...hull, from: 'name' as const } })),
    };
    const { facts, bodyFacts } = checkHealth(ofNames, options);
    expect(facts.duplicateTriangles).toBe(12);
    expect(bodyFacts?.duplicateTriangles).toBe(0);
  });

  it('are left out for one body', () => {
    expect(checkHealth(box(), options).bodyFacts).toBeNull();
  });
});
