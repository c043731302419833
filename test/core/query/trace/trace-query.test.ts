import type { Vec3 } from '#core/math/vec3';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { boxOverlap } from '#core/query/box/box';
import { boxOverlapBruteForce } from '#core/query/box/brute-force';
import { capsuleOverlapBruteForce } from '#core/query/capsule/brute-force';
import { frustumOverlapBruteForce } from '#core/query/frustum/brute-force';
import { hullOverlapBruteForce } from '#core/query/hull/brute-force';
import { segmentCastBruteForce } from '#core/query/segment/brute-force';
import { segmentCast } from '#core/query/segment/segment';
import { overlap, type QueryShape } from '#core/query/shape-overlap';
import { traceFilter } from '#core/query/trace/trace-filter';
import { triangleOverlapBruteForce } from '#core/query/triangle/brute-force';
import type { TriangleFilter } from '#core/query/triangle-filter';
import { closestPoint } from '#core/query/closest/closest';
import { pointWinding } from '#core/query/inside/inside';
import { createWindingTree } from '#core/query/inside/winding-tree';
import { nearestBruteForce } from '#core/query/nearest/brute-force';
import { nearestTriangles } from '#core/query/nearest/nearest';
import { triangleVertices } from '#core/mesh/triangle-vertices';
import { createShapeWorkspace, overlappingTriangles } from '#core/query/overlap-descent';
import { planeOverlapBruteForce } from '#core/query/plane/brute-force';
import { planeOverlap } from '#core/query/plane/plane';
import { raycastBruteForce } from '#core/query/ray/brute-force';
import { raycast } from '#core/query/ray/ray';
import { sphereOverlapBruteForce } from '#core/query/sphere/brute-force';
import { sphereOverlap } from '#core/query/sphere/sphere';
import { replayTrace, stackAfter } from '#core/query/trace/replay';
import { traceQuery, type TraceQuery } from '#core/query/trace/trace-query';
import { actionOf, reasonOf, type Trace } from '#core/query/trace/trace';
import { explainTriangle, indexTrace } from '#core/query/trace/why';
import { stepText, verdictText } from '#core/query/trace/words';
import type { Tree } from '#core/tree/layout';
import { triangleAt } from '#core/tree/leaf-order';
import { nodeRange } from '#core/tree/node-range';
import { describe, expect, it } from 'vitest';
import { treeKinds } from '../../../fixtures/kinds.ts';
import { inParts } from '../../../fixtures/in-parts.ts';
import { seededRandom } from '../../../fixtures/random.ts';
import { ball, meshOf, soup } from '../../../fixtures/shapes.ts';
import { treed } from '../../../fixtures/treed.ts';

/** The result and the counts of the query itself. */
interface Expected {
  readonly triangles: readonly number[];
  readonly stats: { readonly nodesVisited: number; readonly trianglesTested: number };
}

const ascending = (values: Iterable<number>): number[] => [...values].sort((p, q) => p - q);

function expectedOf(tree: Tree, mesh: TriangleMesh, query: TraceQuery, accepts: TriangleFilter): Expected {
  switch (query.kind) {
    case 'ray': {
      const { hits, stats } = raycast(tree, mesh, query.ray, query.options, undefined, accepts);
      return { triangles: ascending(hits.map((hit) => hit.triangle)), stats };
    }
    case 'segment': {
      const { hits, stats } = segmentCast(tree, mesh, query.segment, query.options, undefined, accepts);
      return { triangles: ascending(hits.map((hit) => hit.triangle)), stats };
    }
    case 'sphere': {
      const { touches, stats } = sphereOverlap(tree, mesh, query.sphere, {}, undefined, accepts);
      return { triangles: touches.map((touch) => touch.triangle), stats };
    }
    case 'closest': {
      const { closest, stats } = closestPoint(tree, mesh, query.point, { maxDistance: query.maxDistance }, undefined, accepts);
      return { triangles: closest === null ? [] : [closest.triangle], stats };
    }
    case 'nearest': {
      const { closest, stats } = nearestTriangles(tree, mesh, query.point, query.count, { maxDistance: query.maxDistance }, accepts);
      return { triangles: ascending(closest.map((one) => one.triangle)), stats };
    }
    case 'within': {
      const { touches, stats } = sphereOverlap(tree, mesh, { center: query.point, radius: query.distance }, {}, undefined, accepts);
      return { triangles: touches.map((touch) => touch.triangle), stats };
    }
    case 'inside':
      return { triangles: [], stats: pointWinding(createWindingTree(tree, mesh), query.point, { accuracy: query.accuracy }).stats };
    case 'shape':
      throw new Error('The shape has no query of its own');
    case 'box': {
      const { triangles, stats } = boxOverlap(tree, mesh, query.box, { mode: query.mode }, undefined, accepts);
      return { triangles: [...triangles], stats };
    }
    case 'plane': {
      const { plane, thickness, mode } = query;
      const { triangles, stats } = planeOverlap(tree, mesh, plane, { thickness, mode }, undefined, accepts);
      return { triangles: [...triangles], stats };
    }
    case 'overlap': {
      const { triangles, stats } = overlap(tree, mesh, query.shape, { mode: query.mode }, accepts);
      return { triangles: [...triangles], stats };
    }
  }
}

/** All triangles of the result by brute force, ascending. Rays and segments are filtered before the first hit is chosen. */
function bruteForceOf(mesh: TriangleMesh, query: TraceQuery, accepts: TriangleFilter): readonly number[] {
  const keep = (triangles: Iterable<number>): number[] => [...triangles].filter((triangle) => accepts === null || accepts(triangle));
  switch (query.kind) {
    case 'ray': {
      const { hits } = raycastBruteForce(mesh, query.ray, { ...query.options, mode: 'all' });
      const kept = keep(hits.map((hit) => hit.triangle));
      return query.options.mode === 'first' ? kept.slice(0, 1) : ascending(kept);
    }
    case 'segment': {
      const kept = keep(segmentCastBruteForce(mesh, query.segment, query.options.cull).map(([, triangle]) => triangle));
      return query.options.mode === 'first' ? kept.slice(0, 1) : ascending(kept);
    }
    case 'sphere':
      return keep(sphereOverlapBruteForce(mesh, query.sphere).touches.map((touch) => touch.triangle));
    case 'closest': {
      const { maxDistance } = query;
      return nearestBruteForce(mesh, query.point, 1, { maxDistance }, accepts).closest.map((one) => one.triangle);
    }
    case 'nearest': {
      const { maxDistance } = query;
      return ascending(nearestBruteForce(mesh, query.point, query.count, { maxDistance }, accepts).closest.map((one) => one.triangle));
    }
    case 'within':
      return keep(sphereOverlapBruteForce(mesh, { center: query.point, radius: query.distance }).touches.map((touch) => touch.triangle));
    case 'inside':
    case 'shape':
      throw new Error('The shape has no query of its own');
    case 'box':
      return keep(boxOverlapBruteForce(mesh, query.box));
    case 'plane':
      return keep(planeOverlapBruteForce(mesh, query.plane, query.thickness));
    case 'overlap':
      return keep(shapeBruteForce(mesh, query.shape));
  }
}

function shapeBruteForce(mesh: TriangleMesh, shape: QueryShape): Uint32Array {
  switch (shape.kind) {
    case 'capsule':
      return capsuleOverlapBruteForce(mesh, shape);
    case 'triangle':
      return triangleOverlapBruteForce(mesh, shape);
    case 'frustum':
      return frustumOverlapBruteForce(mesh, shape);
    case 'hull':
      return hullOverlapBruteForce(mesh, shape);
    case 'box':
      return boxOverlapBruteForce(mesh, shape.solid);
  }
}

/** Checks that every triangle of the mesh has exactly one explanation, and that none in the result was culled. */
function checkExplained(tree: Tree, mesh: TriangleMesh, trace: Trace, result: readonly number[]): void {
  const index = indexTrace(trace, tree);
  const inResult = new Set(result);
  const seen = new Uint32Array(triangleCount(mesh));
  // An `expect` for each triangle would take most of the time.
  const faults: string[] = [];
  // The steps cover the leaf order: each triangle once.
  for (let step = 0; step < trace.count; step++) {
    const action = actionOf(trace, step);
    if (action === 'miss' || action === 'hit' || action === 'best') seen[trace.subjects[step]!]!++;
    if (action !== 'cull' && action !== 'skip') continue;
    const { first, count } = nodeRange(tree, trace.subjects[step]!);
    for (let at = first; at < first + count; at++) {
      seen[triangleAt(tree, at)]!++;
      if (inResult.has(triangleAt(tree, at))) faults.push(`triangle ${triangleAt(tree, at)} of the result was left out at step ${step}`);
    }
  }
  let tested = 0;
  for (let triangle = 0; triangle < triangleCount(mesh); triangle++) {
    const verdict = explainTriangle(trace, tree, triangle, index);
    const allowed = !isFiniteTriangle(mesh, triangle)
      ? ['absent']
      : inResult.has(triangle)
        ? ['tested']
        : ['tested', 'filtered', 'culled', 'skipped', ...(trace.isStopped ? ['stopped'] : [])];
    if (!allowed.includes(verdict.kind)) faults.push(`triangle ${triangle} is ${verdict.kind}`);
    if (verdict.kind === 'absent') continue;
    if (verdict.kind === 'tested') tested++;
    if (seen[triangle] !== (verdict.kind === 'stopped' ? 0 : 1)) faults.push(`triangle ${triangle} is in ${seen[triangle]} steps`);
  }
  expect(faults).toEqual([]);
  expect(tested).toBe(trace.stats.trianglesTested);
}

const allSides = ['front', 'back', 'both'] as const;
const random = seededRandom(14);
const point = (): Vec3 => [4 * random() - 2, 4 * random() - 2, 4 * random() - 2];

function queries(): TraceQuery[] {
  const all: TraceQuery[] = [];
  for (let i = 0; i < 6; i++) {
    const ray = { origin: point(), direction: point(), far: i % 3 === 0 ? 1.5 : Infinity };
    for (const mode of ['first', 'all'] as const) all.push({ kind: 'ray', ray, options: { mode, cull: i % 2 === 0 } });
    all.push({ kind: 'sphere', sphere: { center: point(), radius: 0.1 + 0.3 * i }, mode: 'all' });
    all.push({ kind: 'closest', point: point(), maxDistance: i === 5 ? 0.2 : Infinity });
    all.push({ kind: 'nearest', point: point(), count: 1 + 2 * i, maxDistance: i === 5 ? 0.5 : Infinity });
    all.push({ kind: 'within', point: point(), distance: 0.1 + 0.3 * i });
    const min = point();
    all.push({ kind: 'box', box: { kind: 'aligned', min, max: [min[0] + 0.5, min[1] + 0.4, min[2] + 0.3] }, mode: 'all' });
    const halfEdges = [
      [0.5, 0.1, 0],
      [-0.1, 0.5, 0.2],
      [0, -0.1, 0.4],
    ] as const;
    all.push({ kind: 'box', box: { kind: 'oriented', center: point(), halfEdges }, mode: 'any' });
    all.push({ kind: 'plane', plane: { point: point(), normal: point() }, thickness: 0.1 * i, mode: i === 4 ? 'any' : 'all' });
  }
  for (let i = 0; i < 4; i++) {
    const mode = i === 3 ? 'any' : 'all';
    const shapes: QueryShape[] = [
      { kind: 'capsule', from: point(), to: point(), radius: 0.2 * i },
      { kind: 'triangle', a: point(), b: point(), c: point() },
      { kind: 'hull', points: [point(), point(), point(), point(), point()] },
      { kind: 'frustum', clipFromMesh: [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, ...point(), 1] },
      { kind: 'box', solid: { kind: 'aligned', min: [-i, -0.3, -0.3], max: [0.5, 0.5, 0.5 * i] } },
    ];
    for (const shape of shapes) all.push({ kind: 'overlap', shape, mode });
    const segment = { from: point(), to: point() };
    for (const way of ['first', 'all'] as const) all.push({ kind: 'segment', segment, options: { mode: way, cull: i === 1 } });
  }
  all.push({ kind: 'segment', segment: { from: [0.1, 0.2, 5], to: [0.2, 0.1, -5] }, options: { mode: 'first', cull: false } });
  // A perspective camera in (0, 0, 5) that looks along -z, without a far side.
  const clipFromMesh = [3, 0, 0, 0, 0, 3, 0, 0, 0, 0, -1, -1, 0, 0, 3, 5];
  all.push({ kind: 'overlap', shape: { kind: 'frustum', clipFromMesh }, mode: 'all' });
  // Through a ball, in at a front and out at a back.
  all.push({ kind: 'ray', ray: { origin: [0.1, 0.2, 5], direction: [0, 0, -1], far: Infinity }, options: { mode: 'all', cull: false } });
  // Along an axis and a face: parallel slabs.
  all.push({ kind: 'ray', ray: { origin: [-5, 0.3, 0.2], direction: [1, 0, 0], far: Infinity }, options: { mode: 'first', cull: false } });
  all.push({ kind: 'ray', ray: { origin: [5, 9, 0], direction: [1, 0, 0], far: Infinity }, options: { mode: 'first', cull: false } });
  return all;
}

function checkTrace(
  tree: Tree,
  mesh: TriangleMesh,
  query: TraceQuery,
  bruteForce: readonly number[],
  accepts: TriangleFilter = null,
): Trace {
  const trace = traceQuery(tree, mesh, query, undefined, accepts);
  const { triangles, stats } = expectedOf(tree, mesh, query, accepts);
  expect(trace.stats).toEqual(stats);
  expect([...trace.result]).toEqual(triangles);
  const isAny = 'mode' in query && query.mode === 'any';
  if (!isAny) expect([...trace.result]).toEqual(bruteForce);
  expect(trace.isStopped && !isAny).toBe(false);
  const replayed = replayTrace(trace);
  expect({ nodesVisited: replayed.nodesVisited, trianglesTested: replayed.trianglesTested }).toEqual(stats);
  expect(trace.nodesVisited.at(-1) ?? 0).toBe(stats.nodesVisited);
  const isNearest = query.kind === 'closest' || query.kind === 'nearest' || ('options' in query && query.options.mode === 'first');
  if (isNearest) expect(replayed.hits).toEqual(expect.arrayContaining([...triangles]));
  else expect(ascending(replayed.hits)).toEqual(triangles);
  checkExplained(tree, mesh, trace, [...trace.result]);
  if (!trace.isStopped) expect(stackAfter(trace, trace.count)).toEqual([]);
  return trace;
}

describe('a trace', () => {
  const meshes = [ball(8, 6), soup(60, random), meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, NaN, 0, 0, 0, 0, 1], [0, 1, 2, 1, 2, 3, 1, 2, 4])];
  const cases = meshes.map((mesh) => ({
    mesh,
    asked: queries().map((query) => ({ query, bruteForce: bruteForceOf(mesh, query, null) })),
  }));
  for (const kind of treeKinds) {
    it(`visits the nodes and tests the triangles of the query, with its result: ${kind}`, () => {
      expect(cases[0]!.asked.length).toBeGreaterThan(40);
      for (const { mesh, asked } of cases) {
        const { tree } = treed(mesh, { kind });
        for (const { query, bruteForce } of asked) checkTrace(tree, mesh, query, bruteForce);
      }
    });

    it(`follows the filter of its query, with its counts: ${kind}`, () => {
      const reasons = { filtered: 0, 'hit-filtered': 0 };
      for (const mesh of [inParts(ball(8, 6)), inParts(soup(60, seededRandom(3)))]) {
        const { tree } = treed(mesh, { kind });
        for (const [i, query] of queries().entries()) {
          if (query.kind === 'inside' || query.kind === 'shape') continue;
          const accepts = traceFilter(mesh, query, { parts: 'part 1,part 2', sides: allSides[i % allSides.length]! })!;
          const trace = checkTrace(tree, mesh, query, bruteForceOf(mesh, query, accepts), accepts);
          for (let step = 0; step < trace.count; step++) {
            const reason = reasonOf(trace, step);
            if (reason !== 'filtered' && reason !== 'hit-filtered') continue;
            reasons[reason]++;
            expect(accepts(trace.subjects[step]!)).toBe(false);
          }
        }
      }
      expect(reasons.filtered).toBeGreaterThan(100);
      expect(reasons['hit-filtered']).toBeGreaterThan(1);
    });
  }

  it.each(treeKinds)('of an inside test has its cost, each cluster once in each pass: %s', (kind) => {
    let far = 0;
    for (const mesh of [ball(24, 12), soup(200, seededRandom(5))]) {
      const { tree } = treed(mesh, { kind });
      for (const point of [
        [0, 0, 0.9],
        [3, 1, 0],
        [0.1, 0, 0],
      ] as const) {
        const trace = traceQuery(tree, mesh, { kind: 'inside', point, accuracy: 0.01 });
        expect(trace.stats).toEqual(pointWinding(createWindingTree(tree, mesh), point, { accuracy: 0.01 }).stats);
        const replayed = replayTrace(trace);
        expect(replayed.nodesVisited).toBe(trace.stats.nodesVisited);
        expect(stackAfter(trace, trace.count)).toEqual([]);
        for (let step = 0; step < trace.count; step++) if (actionOf(trace, step) === 'cull') far++;
        const culled = Array.from({ length: trace.count }, (_, step) => step).find((step) => actionOf(trace, step) === 'cull');
        if (culled !== undefined)
          expect(stepText(trace, tree, 'inside', culled)).toMatch(/^Culled node \d+: its triangles count as one far field/);
      }
    }
    expect(far).toBeGreaterThan(5);
  });

  it('explains a step, and why a triangle was tested or not, in words', () => {
    // Three triangles in a row along x; a ray along z hits the second.
    const row = meshOf(
      [0, 0, 0, 1, 0, 0, 0, 1, 0, 4, 0, 0, 5, 0, 0, 4, 1, 0, 8, 0, 0, 9, 0, 0, 8, 1, 0, 4, 0, 2, 5, 0, 2, 4, 1, 2],
      [...Array(12).keys()],
    );
    const { tree } = treed(row, { leafTriangles: 1, split: 'median' });
    const ray = { origin: [4.25, 0.25, -1], direction: [0, 0, 1], far: Infinity } as const;
    const trace = traceQuery(tree, row, { kind: 'ray', ray, options: { mode: 'first', cull: false } });
    const why = (triangle: number): string => verdictText(trace, tree, 'ray', triangle, explainTriangle(trace, tree, triangle));
    expect(why(0)).toMatch(/^Not tested: node \d+ was culled at step \d+, because the ray passes it on axis x\.$/);
    expect(why(1)).toMatch(/^Tested at step \d+, in leaf \d+\. Tested triangle 1: the nearest hit so far, at 1\.$/);
    expect(why(3)).toMatch(/^Not tested: node \d+ was skipped at step \d+, because it begins at 3, beyond the best hit at 1\.$/);
    expect(stepText(trace, tree, 'ray', 0)).toBe('Node 0 goes on the stack: the ray enters it at 1.');
    const sphere = traceQuery(tree, row, { kind: 'sphere', sphere: { center: [0, 0, -1], radius: 1.5 }, mode: 'all' });
    expect(verdictText(sphere, tree, 'sphere', 2, explainTriangle(sphere, tree, 2))).toMatch(
      /because it is \d.* away, farther than 1\.5\.$/,
    );
    const box = { kind: 'aligned', min: [-1, -1, -1], max: [2, 2, 1] } as const;
    const inBox = traceQuery(tree, row, { kind: 'box', box, mode: 'all' });
    expect(verdictText(inBox, tree, 'box', 2, explainTriangle(inBox, tree, 2))).toMatch(
      /because a gap of \d on axis x separates its box from the shape\.$/,
    );
    const closest = traceQuery(tree, row, { kind: 'closest', point: [0.1, 0.1, 0.5], maxDistance: Infinity });
    expect(verdictText(closest, tree, 'closest', 2, explainTriangle(closest, tree, 2))).toMatch(/beyond the best distance 0\.5\.$/);
  });

  it('says of a triangle that the filter leaves it out, and refuses a filter of an inside test', () => {
    const mesh = inParts(ball(8, 6));
    const { tree } = treed(mesh);
    const why = (query: TraceQuery, left: number): string => {
      const trace = traceQuery(tree, mesh, query, undefined, (triangle) => triangle !== left);
      return verdictText(trace, tree, query.kind, left, explainTriangle(trace, tree, left));
    };
    const ray = { origin: [0.1, 0.2, 5], direction: [0, 0, -1], far: Infinity } as const;
    const options = { mode: 'first', cull: false } as const;
    const hit = raycast(tree, mesh, ray, options).hits[0]!.triangle;
    expect(why({ kind: 'ray', ray, options }, hit)).toMatch(
      /Tested triangle \d+: hit, but filtered out, because it is not in the chosen parts, or not on the chosen side\.$/,
    );
    expect(why({ kind: 'sphere', sphere: { center: [0, 0, 0], radius: 2 }, mode: 'all' }, 7)).toBe(
      'Not tested. Filtered out triangle 7 before its test: it is not in the chosen parts, or not on the chosen side.',
    );
    expect(() => why({ kind: 'inside', point: [0, 0, 0], accuracy: 0.01 }, 7)).toThrow('A trace of an inside query has no filter');
  });

  it('counts the whole query beyond its limit of steps, and does not explain what it has not recorded', () => {
    const mesh = ball(24);
    const { tree } = treed(mesh);
    const query: TraceQuery = { kind: 'sphere', sphere: { center: [0, 0, 0], radius: 2 }, mode: 'all' };
    const whole = traceQuery(tree, mesh, query);
    const cut = traceQuery(tree, mesh, query, 10);
    expect(cut).toMatchObject({ count: 10, total: whole.total, stats: whole.stats, result: whole.result });
    expect(cut.actions).toEqual(whole.actions.slice(0, 10));
    const last = whole.subjects.at(-1)!;
    expect(explainTriangle(whole, tree, last).kind).toBe('tested');
    expect(explainTriangle(cut, tree, last).kind).toBe('unrecorded');
    expect(() => traceQuery(tree, mesh, query, 0)).toThrow('The limit of a trace cannot be 0 steps');
  });

  it('records any shape with the two tests of the shared descent', () => {
    const mesh = ball(12);
    const { tree } = treed(mesh);
    // The half space x ≥ 0.5, as its own tests.
    const test = {
      reachesNode: (box: Float32Array, origin: Tree['origin']) => box[3]! + origin[0] >= 0.5,
      overlapsTriangle: (triangle: number) => triangleVertices(mesh, triangle).some(([x]) => x >= 0.5),
    };
    const { triangles, stats } = overlappingTriangles(tree, createShapeWorkspace(tree), test, false);
    const trace = traceQuery(tree, mesh, { kind: 'shape', shape: { ...test, around: null }, mode: 'all' });
    expect(trace.stats).toEqual(stats);
    expect(trace.result).toEqual(triangles);
    expect(triangles.length).toBeGreaterThan(0);
    const culled = trace.actions.indexOf(1);
    expect(stepText(trace, tree, 'shape', culled)).toMatch(/^Culled node \d+: its box is outside the shape\.$/);
  });

  it('has the stack of the query at each step', () => {
    const mesh = ball(12);
    const { tree } = treed(mesh);
    const trace = traceQuery(tree, mesh, { kind: 'closest', point: [2, 1, 0], maxDistance: Infinity });
    expect(trace.count).toBeGreaterThan(20);
    let popped = 0;
    for (let step = 0; step < trace.count; step++) {
      if (!['open', 'leaf', 'skip'].includes(actionOf(trace, step))) continue;
      popped++;
      expect(stackAfter(trace, step).at(-1)?.node).toBe(trace.subjects[step]);
    }
    expect(popped).toBeGreaterThan(5);
  });
});
