import { checkHealth } from '#core/health/report/check-health';
import { flatTriangles } from '#core/health/study/flat-triangles';
import { loadStudy } from '#core/health/study/loaded-study';
import { studyMesh } from '#core/health/study/mesh-study';
import { nearVertices } from '#core/health/checks/shared/near-vertices';
import { simpleStars } from '#core/health/study/simple-stars';
import { triangleForms } from '#core/health/study/triangle-forms';
import { theKernel } from '#core/kernel/index';
import { components } from '#core/mesh/components';
import { integralsOf } from '#core/mesh/mass-properties';
import { pieces } from '#core/mesh/pieces';
import { meshTopology, usedVertices } from '#core/mesh/topology';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { vertexCorners } from '#core/mesh/vertex-corners';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import { noProgress } from '#core/progress';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../fixtures/random.ts';
import { ball, box, joined, knot, meshOf, placed, soup } from '../../../fixtures/shapes.ts';

const options = defaultValues(healthOptions);

/** Triangles of so few vertices that they share corners, edges and all three corners, in any winding. */
function tangle(triangles: number, vertices: number, random: () => number): TriangleMesh {
  const whole = (): number => Math.floor(random() * 4) / 2;
  const positions = Array.from({ length: 3 * vertices }, whole);
  return meshOf(
    positions,
    Array.from({ length: 3 * triangles }, () => Math.floor(random() * vertices)),
  );
}

/** A strip of quads that comes back turned over, or not. */
function strip(quads: number, isTwisted: boolean): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i < quads; i++) {
    const turn = (2 * Math.PI * i) / quads;
    const tilt = isTwisted ? turn / 2 : 0;
    for (const side of [-1, 1])
      positions.push((3 + side * Math.cos(tilt)) * Math.cos(turn), (3 + side * Math.cos(tilt)) * Math.sin(turn), side * Math.sin(tilt));
    const a = 2 * i;
    const last = i === quads - 1;
    const c = last ? (isTwisted ? 1 : 0) : a + 2;
    const d = last ? (isTwisted ? 0 : 1) : a + 3;
    indices.push(a, a + 1, c, a + 1, d, c);
  }
  return meshOf(positions, indices);
}

/** `count` triangles about vertex 0, in no order. */
function fan(count: number, random: () => number): TriangleMesh {
  const rim = Array.from({ length: count }, (_, i) => [Math.cos((2 * Math.PI * i) / count), Math.sin((2 * Math.PI * i) / count), random()]);
  const spokes = Array.from({ length: count }, (_, i) => i).sort(() => random() - 0.5);
  return meshOf(
    [0, 0, 0, ...rim.flat()],
    spokes.flatMap((i) => [0, 1 + i, 1 + ((i + 1) % count)]),
  );
}

/** What the kernel and TypeScript tell of a mesh, which has to be the same to the last bit. */
function expectSame(mesh: TriangleMesh): void {
  const loaded = loadStudy(mesh, theKernel!)!;
  const topology = meshTopology(mesh);
  expect(loaded.topology).toEqual(topology);
  expect(loaded.components).toEqual(components(topology));
  expect(loaded.isFlat).toEqual(flatTriangles(mesh, topology));
  const corners = vertexCorners(topology);
  expect(loaded.vertexCorners).toEqual(corners);
  expect(loaded.pieces()).toEqual(pieces(topology));
  expect(loaded.forms()).toEqual(triangleForms(mesh, topology, loaded.isFlat));
  expect(loaded.usedVertices()).toEqual(usedVertices(topology));
  expect(loaded.simpleStars()).toEqual(simpleStars(mesh, topology, corners));
  expect(loaded.integrals([0.1, 2, -3])).toEqual(integralsOf(mesh, [0.1, 2, -3]));
  const [ours, theirs] = [studyMesh(mesh, options, theKernel), studyMesh(mesh, options, null)];
  expect(ours.facts).toEqual(theirs.facts);
  expect(ours.medianEdge()).toBe(theirs.medianEdge());
  expect(ours.live().triangles).toEqual(theirs.live().triangles);
  expect(ours.live().weights).toEqual(theirs.live().weights);
  expect(ours.massBody()).toEqual(theirs.massBody());
  expect(ours.coincident).toEqual(theirs.coincident);
}

describe('what the kernel knows of a mesh', () => {
  it('is what TypeScript knows, of surfaces of every kind', () => {
    const random = seededRandom(5);
    for (const mesh of [
      box(),
      ball(20, 12),
      knot(2, 3, 48, 6),
      soup(300, random),
      strip(9, false),
      strip(9, true),
      joined([box(), strip(7, true), placed(box(), 1, [1, 1, 1])]),
      meshOf([], []),
    ])
      expectSame(mesh);
    for (const scale of [1e-200, 1e-6, 1e6, 1e160]) expectSame(placed(ball(20, 12), scale, [scale, 5 * scale, 0]));
  });

  it('is what TypeScript knows, of triangles that share all they can', () => {
    for (let triangles = 1; triangles <= 64; triangles++)
      for (const vertices of [3, 5, 9, 40]) expectSame(tangle(triangles, vertices, seededRandom(100 * triangles + vertices)));
  });

  it('is what TypeScript knows, around vertices of any number of triangles', () => {
    for (const count of [3, 30, 31, 32, 33, 34, 63, 64, 65, 66, 1000]) expectSame(fan(count, seededRandom(count)));
  });

  it('takes 0 and -0 for one place, and a place that is no number for none', () => {
    expectSame(
      meshOf(
        [0, 0, 0, 1, 0, 0, 0, 1, 0, -0, -0, -0, NaN, 0, 0, NaN, 0, 0, Infinity, 0, 0, Infinity, 0, 0, -1, -0, 0],
        [0, 1, 2, 3, 2, 8, 4, 1, 2, 5, 1, 2, 6, 1, 2, 7, 1, 2, 0, 3, 1],
      ),
    );
  });

  it('lets no check pass over what TypeScript finds', () => {
    const random = seededRandom(9);
    const unused = meshOf([...box().positions, 7, 7, 7, NaN, 1e300, 0, 1e39, 0, 0], [...box().indices]);
    const slivers = joined([ball(9, 7), meshOf([0, 0, 0, 1, 0, 0, 0.5, 0.01, 0, 2, 0, 0, 3, 0, 0, 3, 0.017, 0], [0, 1, 2, 3, 4, 5])]);
    const meshes = [
      unused,
      slivers,
      soup(80, random),
      tangle(80, 30, random),
      joined([box(), placed(box(), 1e-4), placed(ball(), 300)]),
      placed(ball(), 1e-3, [1e5, 2e4, 0]),
      placed(ball(8, 5), 1e39),
      joined([ball(), placed(box(), 1e4)]),
    ];
    const found = new Set<string>();
    for (const mesh of meshes) {
      const changed = { ...options, ghostAngle: 5, tolerance: 1e-3, overlapDistance: 1e-4, hulls: 'components' } as const;
      const [ours, theirs] = [checkHealth(mesh, changed, noProgress, theKernel), checkHealth(mesh, changed, noProgress, null)];
      expect(ours).toEqual(theirs);
      for (const { code } of ours.findings) found.add(code);
    }
    for (const code of [
      'unused-vertices',
      'out-of-range-vertices',
      'non-finite-vertices',
      'nearly-equal-vertices',
      'sliver-angle',
      'precision-collapse',
      'precision-loss',
      'huge-triangles',
      'tiny-triangles',
    ])
      expect(found).toContain(code);
  });

  it('has the near vertices of TypeScript, few or more than it has room for', () => {
    for (const [count, distance] of [
      [60, 0.3],
      [600, 0.02],
      [600, 0.4],
    ] as const) {
      const mesh = soup(count, seededRandom(count), 1, 0.5);
      const [ours, theirs] = [theKernel, null].map((kernel) => nearVertices(studyMesh(mesh, options, kernel), distance, 1e9, noProgress));
      expect(ours).toEqual(theirs);
    }
  });

  it('ends in time if very many coordinates are not numbers', () => {
    const many = 50_000;
    const mesh = meshOf(new Array<number>(3 * many).fill(NaN), [0, 1, 2]);
    expect(loadStudy(mesh, theKernel!)!.topology.welded).toEqual(meshTopology(mesh).welded);
  });

  it('is copied into the findings, so that a report does not keep the memory of the kernel', () => {
    const { findings } = checkHealth(joined([ball(20, 12), strip(9, true), tangle(40, 9, seededRandom(1))]), {
      ...options,
      ghostAngle: 5,
      hulls: 'components',
    });
    expect(findings.length).toBeGreaterThan(8);
    for (const { elements, triangles } of findings) {
      for (const array of [triangles, elements.words, elements.triangles, elements.groups, elements.measures?.values])
        if (array != null) expect(array.buffer.byteLength).toBeLessThan(65_536);
    }
  });
});
