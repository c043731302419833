import { describe, expect, it } from 'vitest';
import { InspectorError } from '#core/error';
import { checkHealth } from '#core/health/report/check-health';
import { elementWords, healthCodes } from '#core/health/health-check';
import { healthChecks } from '#core/health/health-checks';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import { isFullRun } from '../../../fixtures/scale.ts';
import { ball, box, joined, knot, meshOf, placed } from '../../../fixtures/shapes.ts';
import { finding, findingCodes } from '../findings.ts';

const options = defaultValues(healthOptions);

/** A million in the full run. Their pairs are more than 32 bits count in a short one too. */
const manyEqual = isFullRun ? 1_000_000 : 100_000;

/** Without the triangles at these places. */
function without(mesh: TriangleMesh, ...triangles: number[]): TriangleMesh {
  return { ...mesh, indices: mesh.indices.filter((_, i) => !triangles.includes(Math.floor(i / 3))), parts: [] };
}

describe('the checks', () => {
  it('are one for each code, with words of their own', () => {
    expect(healthChecks.map(({ code }) => code).toSorted()).toEqual([...healthCodes].toSorted());
    expect(new Set(healthChecks.map(({ meaning }) => meaning)).size).toBe(healthChecks.length);
    for (const { title, meaning, fix } of healthChecks) for (const text of [title, meaning, fix]) expect(text).toMatch(/^[A-Z].*[^.]$/);
  });

  it.each([
    ['box', box()],
    ['ball', ball()],
    ['knot', knot()],
    ['mesh without triangles', meshOf([], [])],
  ] as const)('find nothing wrong with a %s', (_, mesh) => {
    expect(findingCodes(mesh)).toEqual([]);
  });
});

describe('facts', () => {
  it('of a box of two by two by two can be checked by hand', () => {
    expect(checkHealth(box(), options).facts).toEqual({
      triangles: 12,
      weldedVertices: 8,
      edges: 18,
      boundaryEdges: 0,
      nonManifoldEdges: 0,
      inconsistentEdges: 0,
      duplicateTriangles: 0,
      repeatedVertexTriangles: 0,
      zeroAreaTriangles: 0,
      components: 1,
      selfIntersectingPairs: 0,
      area: 24,
      signedVolume: 8,
      boundsMin: [-1, -1, -1],
      boundsMax: [1, 1, 1],
      nonFiniteVertices: 0,
    });
  });

  it('keep area and volume far from the origin', () => {
    const far = checkHealth(placed(box(), 1, [581_000, 4_785_000, 120]), options).facts;
    expect([far.area, far.signedVolume]).toEqual([24, 8]);
  });

  it(`of ${manyEqual.toLocaleString('en')} equal triangles lose no digit in their sum, and count every pair without looking at it`, () => {
    const one = meshOf([0, 0, 0, 1, 0, 0, 0, 0.2, 0], []);
    const many = { ...one, indices: new Uint32Array(3 * manyEqual).map((_, i) => i % 3) };
    const { facts } = checkHealth(many, { ...options, maxPairs: 0 });
    expect(facts).toMatchObject({
      area: 0.1 * manyEqual,
      duplicateTriangles: manyEqual - 1,
      selfIntersectingPairs: (manyEqual * (manyEqual - 1)) / 2,
    });
  });
});

describe('holes', () => {
  it('of a box without its top are one of four edges', () => {
    const { count, elements, triangles, detail } = finding(without(box(), 2, 3), 'boundary-loops');
    expect({ count, kind: elements.kind, groups: [...elements.groups!], length: [...elements.measures!.values] }).toEqual({
      count: 1,
      kind: 'edge',
      groups: [0, 4],
      length: [8],
    });
    expect(elements.words).toHaveLength(4 * elementWords.edge);
    // The four corners of the top, each in two edges; the upper triangles of the walls hang on them.
    expect([...elements.words].toSorted()).toEqual([4, 4, 5, 5, 6, 6, 7, 7]);
    expect([...triangles]).toEqual([3, 5, 7, 9]);
    expect(detail).toBe('4 edges in total; the longest loop has 4 edges and is 8 long');
  });

  it('that share one vertex stay separate', () => {
    const at = (x: number, y: number): number => 5 * y + x;
    const positions = Array.from({ length: 25 }, (_, i) => [i % 5, Math.floor(i / 5), 0]).flat();
    const indices: number[] = [];
    for (let y = 0; y < 4; y++) {
      for (let x = 0; x < 4; x++) {
        if ((x === 1 && y === 1) || (x === 2 && y === 2)) continue;
        indices.push(at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y), at(x + 1, y + 1), at(x, y + 1));
      }
    }
    const groups = finding(meshOf(positions, indices), 'boundary-loops').elements.groups!;
    expect([...groups].slice(1).map((end, i) => end - groups[i]!)).toEqual([16, 4, 4]);
  });

  it('end at non-manifold edges, and the detail counts those that do', () => {
    const fins = meshOf([0, 0, 0, 0, 0, 1, 1, 0, 0, -1, 1, 0, -1, -1, 0], [0, 1, 2, 0, 1, 3, 0, 1, 4]);
    const { count, detail } = finding(fins, 'boundary-loops');
    expect([count, detail]).toEqual([3, expect.stringMatching(/; 3 loops end at non-manifold edges$/)]);
  });

  it('are followed over flipped neighbours', () => {
    const open = without(box(), 2, 3);
    const turned = { ...open, indices: open.indices.map((index, i) => (i === 7 ? open.indices[8]! : i === 8 ? open.indices[7]! : index)) };
    expect([...finding(turned, 'boundary-loops').elements.groups!]).toEqual([0, 4]);
  });
});

describe('other findings', () => {
  it('distinguish duplicate triangles from opposite ones', () => {
    const mesh = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2, 1, 2, 0, 2, 1, 0, 0, 2, 1]);
    expect([...finding(mesh, 'duplicate-triangles').elements.words]).toEqual([1, 3]);
    expect([...finding(mesh, 'opposite-triangles').elements.words]).toEqual([2, 3]);
    expect(finding(mesh, 'self-intersections')).toMatchObject({
      count: 6,
      elements: { kind: 'pair', words: Uint32Array.of(0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3) },
    });
  });

  it('name the exact edges, vertices and triangles', () => {
    const fins = meshOf([0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, -1, -1, 0], [0, 1, 2, 1, 0, 3, 0, 1, 4]);
    expect([...finding(fins, 'non-manifold-edges').elements.words]).toEqual([0, 1]);
    expect([...finding(fins, 'non-manifold-edges').triangles]).toEqual([0, 1, 2]);
    const turned = meshOf([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], [0, 1, 2, 0, 3, 2]);
    expect([...finding(turned, 'inconsistent-winding').elements.words]).toEqual([0, 2]);
    const broken = meshOf([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, NaN, 0], [0, 1, 2, 0, 2, 3]);
    expect(finding(broken, 'non-finite-vertices')).toMatchObject({ elements: { words: Uint32Array.of(3) }, triangles: Uint32Array.of(1) });
    const segment = meshOf([0, 0, 0, 1, 0, 0, -0, 0, 0, 0, 1, 0], [0, 1, 2, 0, 1, 3]);
    expect([...finding(segment, 'repeated-vertex-triangles').elements.words]).toEqual([0]);
  });

  it('find triangles without area exactly, and pass over those that nearly have none', () => {
    const flat = meshOf([0, 0, 0, 0.1, 0.2, 0.3, 0.2, 0.4, 0.6, 0.30000000000000004, 0.6, 0.9], [0, 1, 2, 0, 1, 3]);
    expect([...finding(flat, 'zero-area-triangles').elements.words]).toEqual([0]);
  });
});

describe('a check that takes long', () => {
  it('reports ascending progress up to 1', () => {
    const seen: number[] = [];
    checkHealth(ball(100, 100), options, (fraction) => seen.push(fraction));
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect([seen.at(0), seen.at(-1)]).toEqual([0, 1]);
  });

  it('ends when it is not wanted any more', () => {
    const stop = (): never => {
      throw new InspectorError({ code: 'cancelled', message: 'Cancelled', fix: '', location: {} });
    };
    expect(() => checkHealth(ball(), options, stop)).toThrow('Cancelled');
  });

  it('ends at its limit, says so, and gives no number for a fact', () => {
    const coordinates = Array.from({ length: 9 * 4000 }, (_, i) => Math.sin(i * i));
    const crowd = meshOf(
      coordinates,
      coordinates.slice(0, 3 * 4000).map((_, i) => i),
    );
    const { facts, findings } = checkHealth(crowd, { ...options, effort: 1, maxPairs: 100 });
    const pairs = findings.find(({ code }) => code === 'self-intersections')!;
    expect(facts.selfIntersectingPairs).toBeNull();
    expect(pairs.isAtLeast).toBe(true);
    expect(pairs.count).toBeGreaterThan(10_000);
    expect(pairs.elements.words).toHaveLength(200);
  });

  it('counts the triangles that it tests, where all boxes overlap', () => {
    // Any two of 2,000 nearly equal triangles intersect, two million pairs; the limit at an effort of one is 1e6 / 1024 + 64 each.
    const corner = [0, 0, 0, 1, 0.1, 0.2, 0.3, 1, 0.5];
    const coordinates = Array.from({ length: 2000 }, (_, i) => corner.map((x, k) => x + 1e-9 * Math.sin(i * i + 7 * k))).flat();
    const crowd = meshOf(
      coordinates,
      Array.from({ length: 3 * 2000 }, (_, i) => i),
    );
    const only = 'self-intersections';
    const { findings } = checkHealth(crowd, { ...options, effort: 1, only });
    expect(findings[0]).toMatchObject({ code: only, isAtLeast: true });
    expect(findings[0]!.count).toBeGreaterThan(10_000);
    expect(findings[0]!.count).toBeLessThan(600_000);
    const whole = checkHealth(crowd, { ...options, effort: 2000, maxPairs: 0, only }).findings[0]!;
    expect(whole.isAtLeast).toBe(false);
    expect(whole.count).toBeGreaterThan(1_000_000);
  });

  it('finds nested solids also where their faces are too many near pairs for the search for overlaps', () => {
    const shells = Array.from({ length: 300 }, (_, i) => placed(box(), 1 + 1e-4 * i));
    const { findings } = checkHealth(joined(shells), { ...options, effort: 5, overlapDistance: 0.1 });
    expect(findings.find(({ code }) => code === 'coplanar-overlaps')).toMatchObject({ isAtLeast: true });
    expect(findings.find(({ code }) => code === 'nested-pieces')).toMatchObject({ isAtLeast: false, count: 299 });
    expect(findings.find(({ code }) => code === 'self-intersections')).toBeUndefined();
  });

  it.each([
    ['t-junctions', 40],
    ['nearly-equal-vertices', 1],
  ] as const)('of %s ends where every vertex is near every edge or vertex', (only, effort) => {
    // Corners within a tenth of the tolerance of each other, at the ends and in the middle of one long edge.
    const crowdOf = (count: number): TriangleMesh => {
      const corners = Array.from({ length: count }, (_, i) =>
        [0, 1, i % 2 === 0 ? 0.5 : 0.25].flatMap((x, k) => [x, k === 2 ? 1e-7 * (1 + Math.sin(i)) : 0, 1e-7 * Math.sin(i * i + k)]),
      );
      return meshOf(
        corners.flat(),
        Array.from({ length: 3 * count }, (_, i) => i),
      );
    };
    const steps: number[] = [];
    const [found] = checkHealth(crowdOf(1500), { ...options, effort, only }, (fraction) => void steps.push(fraction)).findings;
    expect(found).toMatchObject({ code: only, isAtLeast: true });
    // The progress, which can cancel it, is reported between.
    expect(steps.length).toBeGreaterThan(4);
    expect(checkHealth(crowdOf(400), { ...options, only }).findings[0]!.isAtLeast).toBe(false);
  });

  it('refuses options out of range', () => {
    expect(() => checkHealth(box(), { ...options, effort: 0 })).toThrow(InspectorError);
  });
});
