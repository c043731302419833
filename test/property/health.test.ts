import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { selfIntersectionsBruteForce } from '#core/health/study/brute-force';
import { checkHealth, type HealthFacts } from '#core/health/report/check-health';
import { isFiniteTriangle, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { triangleVertices } from '#core/mesh/triangle-vertices';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import { hundredth } from '../fixtures/scale.ts';
import { joined, meshOf } from '../fixtures/shapes.ts';
import { anyMesh, place, placement } from './arbitrary-mesh.ts';

const options = defaultValues(healthOptions);
const runs = { numRuns: hundredth(3000) };

/** Few positions and many triangles: shared corners and edges, folds, fins and coincident triangles are the rule. */
const tangle = fc
  .record({
    positions: fc
      .array(fc.integer({ min: 0, max: 3 }), { minLength: 9, maxLength: 24 })
      .map((values) => values.slice(0, values.length - (values.length % 3))),
    corners: fc.array(fc.nat(7), { minLength: 3, maxLength: 60 }),
  })
  .map(({ positions, corners }) => {
    const vertices = positions.length / 3;
    return meshOf(
      positions,
      corners.slice(0, corners.length - (corners.length % 3)).map((corner) => corner % vertices),
    );
  });

/** Sixteen directions in order around an axis. */
const around = [
  [2, 0],
  [2, 1],
  [1, 1],
  [1, 2],
  [0, 2],
  [-1, 2],
  [-1, 1],
  [-2, 1],
  [-2, 0],
  [-2, -1],
  [-1, -1],
  [-1, -2],
  [0, -2],
  [1, -2],
  [1, -1],
  [2, -1],
] as const;

/** A fan of triangles about the origin, open or whole, that goes around once, twice or not quite; flat, a cone or wavy. */
const fan = fc
  .record({
    steps: fc.array(fc.record({ turn: fc.integer({ min: 1, max: 7 }), reach: fc.integer({ min: 1, max: 3 }), height: fc.nat(2) }), {
      minLength: 2,
      maxLength: 14,
    }),
    isWhole: fc.boolean(),
    isFlat: fc.boolean(),
  })
  .map(({ steps, isWhole, isFlat }) => {
    let location = 0;
    const rim = steps.flatMap(({ turn, reach, height }) => {
      location += turn;
      return [...around[location % 16]!.map((x) => x * reach), isFlat ? 0 : height];
    });
    const indices = steps.slice(isWhole ? 0 : 1).flatMap((_, i) => [0, 1 + i, 1 + ((i + 1) % steps.length)]);
    return meshOf([0, 0, 0, ...rim], indices);
  });

/** Two fans about one point; or a whole one, and beside it three triangles of which one lies over the others. */
const fans = fc.oneof(
  fc.tuple(fan, fan).map(joined),
  fc.record({ fan, from: fc.nat(15), height: fc.integer({ min: -2, max: 2 }) }).map(({ fan: other, from, height }) => {
    const rim = [0, 2, 4].flatMap((turn) => [...around[(from + turn) % 16]!, height]);
    return joined([other, meshOf([0, 0, 0, ...rim], [0, 1, 2, 0, 2, 3, 0, 1, 3])]);
  }),
);

const meshes = fc.oneof(
  tangle,
  fan,
  fans,
  fc.tuple(anyMesh, placement).map(([mesh, where]) => place(mesh, where)),
);

function pairsOf(mesh: TriangleMesh): Uint32Array {
  return checkHealth(mesh, options).findings.find(({ code }) => code === 'self-intersections')?.elements.words ?? new Uint32Array();
}

describe('self-intersections', () => {
  it('are those that testing every pair in big integers finds', () => {
    fc.assert(
      fc.property(meshes, (mesh) => void expect(pairsOf(mesh)).toEqual(selfIntersectionsBruteForce(mesh))),
      runs,
    );
  });

  it('do not depend on the order of triangles and corners, nor on what axis is which', () => {
    fc.assert(
      fc.property(tangle, fc.nat(2), fc.nat(1000), (mesh, turn, seed) => {
        const count = mesh.indices.length / 3;
        const turned = Float64Array.from(mesh.positions, (_, i) => mesh.positions[i - (i % 3) + ((i + turn) % 3)]!);
        const indices = new Uint32Array(mesh.indices.length);
        for (let t = 0; t < count; t++)
          for (let k = 0; k < 3; k++) indices[3 * (count - 1 - t) + k] = mesh.indices[3 * t + ((k + seed) % 3)]!;
        const back = [...pairsOf({ ...mesh, positions: turned, indices })].map((t) => count - 1 - t);
        const codes = (pairs: readonly number[]): number[] =>
          Array.from(
            { length: pairs.length / 2 },
            (_, i) => Math.min(pairs[2 * i]!, pairs[2 * i + 1]!) * count + Math.max(pairs[2 * i]!, pairs[2 * i + 1]!),
          ).sort((a, b) => a - b);
        expect(codes(back)).toEqual(codes([...pairsOf(mesh)]));
      }),
      runs,
    );
  });
});

describe('facts', () => {
  it('are those that counting by the texts of coordinates gives', () => {
    fc.assert(
      fc.property(meshes, (mesh) => void expect(checkHealth(mesh, options).facts).toMatchObject(countedByText(mesh))),
      runs,
    );
  });
});

/** Edges, triangles and components by maps with the texts of positions as keys. */
function countedByText(mesh: TriangleMesh): Partial<HealthFacts> {
  const positions = new Set<string>();
  const edges = new Map<string, boolean[]>();
  const sets = new Map<string, number>();
  let components: Set<string>[] = [];
  let repeatedVertexTriangles = 0;
  for (let t = 0; t < mesh.indices.length / 3; t++) {
    if (!isFiniteTriangle(mesh, t)) continue;
    const corners = triangleVertices(mesh, t).map((corner) => corner.map((x) => x + 0).join(' '));
    for (const corner of corners) positions.add(corner);
    if (new Set(corners).size < 3) {
      repeatedVertexTriangles++;
      continue;
    }
    const key = corners.toSorted().join(', ');
    sets.set(key, (sets.get(key) ?? 0) + 1);
    corners.forEach((from, i) => {
      const to = corners[(i + 1) % 3]!;
      const edge = [from, to].toSorted().join(', ');
      edges.set(edge, [...(edges.get(edge) ?? []), from < to]);
    });
    const touched = components.filter((component) => corners.some((corner) => component.has(corner)));
    components = [
      ...components.filter((component) => !touched.includes(component)),
      new Set([...touched.flatMap((component) => [...component]), ...corners]),
    ];
  }
  const ways = [...edges.values()];
  return {
    weldedVertices: positions.size,
    edges: edges.size,
    boundaryEdges: ways.filter((way) => way.length === 1).length,
    nonManifoldEdges: ways.filter((way) => way.length > 2).length,
    inconsistentEdges: ways.filter((way) => way.length === 2 && way[0] === way[1]).length,
    duplicateTriangles: [...sets.values()].reduce((sum, count) => sum + count - 1, 0),
    repeatedVertexTriangles,
    components: components.length,
  };
}
