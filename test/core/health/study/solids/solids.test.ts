import { describe, expect, it } from 'vitest';
import { checkHealth } from '#core/health/report/check-health';
import { studyMesh } from '#core/health/study/mesh-study';
import { solids, solidStates } from '#core/health/study/solids/solids';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import { noProgress } from '#core/progress';
import { ball, blades, box, joined, meshOf, turned } from '../../../../fixtures/shapes.ts';
import { seededRandom } from '../../../../fixtures/random.ts';
import { finding, findingCodes } from '../../findings.ts';

const cube = (half: number, centre: readonly number[] = [0, 0, 0]): TriangleMesh =>
  box(
    centre.map((c) => c - half),
    centre.map((c) => c + half),
  );

/** Which solids (in order) are nested and which inside out. */
function statesOf(
  mesh: TriangleMesh,
  maxTests = 1e9,
): { readonly nested: readonly number[]; readonly insideOut: readonly number[]; readonly undecided: readonly number[] } {
  const study = studyMesh(mesh, defaultValues(healthOptions), null);
  const { states } = solids({ ...study, pieces: study.pieces() }, maxTests, noProgress);
  const those = (state: number): readonly number[] => [...states.keys()].filter((solid) => states[solid] === state);
  return { nested: those(solidStates.nested), insideOut: those(solidStates.insideOut), undecided: those(solidStates.undecided) };
}

describe('solids in each other', () => {
  it('are nested in what winds around them, whatever their number is', () => {
    expect(statesOf(joined([cube(3), cube(2), cube(1)]))).toEqual({ nested: [1, 2], insideOut: [], undecided: [] });
    expect(statesOf(joined([cube(4), cube(3), cube(2), cube(1)])).nested).toEqual([1, 2, 3]);
    expect(statesOf(joined([cube(3), turned(cube(2)), cube(1)]))).toEqual({ nested: [], insideOut: [], undecided: [] });
  });

  it('may face inward as often as others around them face outward', () => {
    expect(statesOf(joined([cube(3), cube(2), turned(cube(1))]))).toEqual({ nested: [1], insideOut: [], undecided: [] });
    expect(statesOf(joined([cube(3), turned(cube(2)), turned(cube(1))])).insideOut).toEqual([2]);
    expect(statesOf(joined([turned(cube(2)), cube(1)]))).toEqual({ nested: [], insideOut: [0], undecided: [] });
  });

  it('a thousand deep are decided by one line, and by an effort of one', () => {
    const boxes = Array.from({ length: 1000 }, (_, i) => cube(1 + i / 1000));
    const only = 'nested-pieces,inside-out-pieces';
    const { count, isAtLeast } = finding(joined(boxes), 'nested-pieces', { effort: 1, only });
    expect([count, isAtLeast]).toEqual([999, false]);
    // Every second turned over: all bound what they should.
    expect(findingCodes(joined(boxes.map((one, i) => (i % 2 === 0 ? turned(one) : one))), { effort: 1, only })).toEqual([]);
  });

  it('that intersect only by rounding are distinguished', () => {
    // One unit in the last place of 1 apart.
    const boxes = Array.from({ length: 20 }, (_, i) => cube(1 + i * 2 ** -52));
    expect(statesOf(joined(boxes)).nested).toHaveLength(19);
  });
});

describe('solids that come out of others', () => {
  const octahedron = meshOf(
    [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1],
    [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5],
  );

  it('are not nested, whichever of their corners comes first', () => {
    for (const poking of [cube(0.1, [0.35, 0.35, 0.35]), cube(0.2, [0.45, 0.45, 0.45])])
      expect(statesOf(joined([octahedron, poking])).nested).toEqual([]);
    expect(statesOf(joined([octahedron, cube(0.1)])).nested).toEqual([1]);
  });

  it('are inside out by their volume', () => {
    for (const poking of [cube(0.1, [0.35, 0.35, 0.35]), cube(0.2, [0.45, 0.45, 0.45])])
      expect(statesOf(joined([octahedron, turned(poking)])).insideOut).toEqual([1]);
  });

  it('lie in a third all the same', () => {
    expect(statesOf(joined([cube(9), cube(1), cube(1, [0.5, 0.5, 0.5])])).nested).toEqual([1, 2]);
    // Cavities that overlap are no error.
    expect(statesOf(joined([cube(9), turned(cube(1)), turned(cube(1, [0.5, 0.5, 0.5]))])).insideOut).toEqual([]);
  });

  it('bound a cavity where they only touch the wall', () => {
    expect(statesOf(joined([cube(2), turned(cube(1, [1, 0, 0]))])).insideOut).toEqual([]);
    expect(statesOf(joined([cube(2), turned(box([-2, -1, -1], [2, 1, 1]))])).insideOut).toEqual([]);
  });
});

describe('solids that share edges', () => {
  it('or all of their corners are decided by the triangles between those', () => {
    // In a box, with all corners on corners of other solids.
    const tetra = (...p: readonly (readonly number[])[]): TriangleMesh => meshOf(p.flat(), [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]);
    const corners = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as const;
    const spikes = corners.map(([x, y, z]) => {
      const way = [x === 1 ? 1 : -1, y === 1 ? 1 : -1, z === 1 ? 1 : -1];
      const out = (k: number): number[] => [x, y, z].map((c, axis) => c + way[axis]! * (axis === k ? 2 : 1));
      const spike = tetra([x, y, z], out(0), out(1), out(2));
      return way[0]! * way[1]! * way[2]! > 0 ? spike : turned(spike);
    });
    expect(statesOf(joined([cube(9), tetra(...corners), ...spikes]))).toEqual({ nested: [1, 2, 3, 4, 5], insideOut: [], undecided: [] });
  });

  it('are each by itself', () => {
    expect(finding(joined([turned(cube(1)), turned(cube(1, [2, 2, 0]))]), 'inside-out-pieces').count).toBe(2);
    expect(finding(joined([cube(1), turned(cube(1, [2, 2, 0]))]), 'inside-out-pieces').elements.words[0]).toBe(12);
    const fin = meshOf([1, 1, -1, 1, 1, 1, 3, 3, 0], [0, 1, 2]);
    expect(finding(joined([turned(cube(1)), fin]), 'inside-out-pieces').count).toBe(1);
  });

  it('are one where they bound a volume together only', () => {
    // All edges of a cube amid a checkerboard of them have four sides.
    const board = Array.from({ length: 64 }, (_, i) => [i & 3, (i >> 2) & 3, i >> 4]).filter(
      ([x = 0, y = 0, z = 0]) => (x + y + z) % 2 === 0,
    );
    const { triangles } = finding(
      joined(
        board.map((at) =>
          turned(
            box(
              at,
              at.map((c) => c + 1),
            ),
          ),
        ),
      ),
      'inside-out-pieces',
    );
    expect(triangles).toHaveLength(384);
    expect(findingCodes(joined([turned(cube(1)), turned(cube(1))]))).toContain('inside-out-pieces');
    expect(findingCodes(joined([turned(cube(1)), cube(1)]))).not.toContain('inside-out-pieces');
  });
});

describe('bodies without a volume', () => {
  it('is open, or wound unlike', () => {
    const one = turned(cube(1));
    expect(findingCodes({ ...one, indices: one.indices.slice(3), parts: [] })).not.toContain('inside-out-pieces');
    expect(
      findingCodes({ ...one, indices: one.indices.map((index, i, all) => (i === 1 ? all[2]! : i === 2 ? all[1]! : index)) }),
    ).not.toContain('inside-out-pieces');
  });

  it('has only the volume that rounding leaves', () => {
    // Two triangulations of one quad, back to back, in a tilted plane.
    const corner = (x: number, y: number): number[] => [x / 3, y / 7, (x / 3) * 0.1 + (y / 7) * 0.7];
    const sheet = (scale: number): TriangleMesh =>
      meshOf([corner(0, 0), corner(scale, 0), corner(scale, scale), corner(0, scale)].flat(), [0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2]);
    for (let scale = 1; scale < 40; scale++) expect(findingCodes(sheet(scale)), `${scale}`).not.toContain('inside-out-pieces');
  });
});

describe('a search that ends at its limit', () => {
  it('leaves undecided what it did not examine, and reports none of it', () => {
    const nest = joined(Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? turned(cube(1 + i)) : cube(1 + i))));
    expect(statesOf(nest)).toEqual({ nested: [], insideOut: [], undecided: [] });
    for (const maxTests of [1, 20, 60, 200, 400]) expect(statesOf(nest, maxTests)).toMatchObject({ nested: [], insideOut: [] });
    expect(statesOf(nest, 20).undecided.length).toBeGreaterThan(20);
  });

  it('says so: there are at least none', () => {
    const crowd = joined([blades(1001, 0), blades(1001, 1), box([5, 5, 20], [9, 9, 24]), box([6, 6, 21], [7, 7, 22])]);
    const { findings } = checkHealth(crowd, {
      ...defaultValues(healthOptions),
      effort: 1,
      maxPairs: 100,
      only: 'nested-pieces,inside-out-pieces',
    });
    expect(findings.map(({ code, count, isAtLeast }) => ({ code, count, isAtLeast }))).toEqual([
      { code: 'nested-pieces', count: 0, isAtLeast: true },
    ]);
  });

  it('by its listed pairs is undecided about those that may intersect', () => {
    const poking = joined([cube(2), cube(1), cube(1, [0.5, 0.5, 0.5])]);
    const { findings } = checkHealth(poking, { ...defaultValues(healthOptions), maxPairs: 0, only: 'nested-pieces' });
    expect(findings.map(({ count, isAtLeast }) => [count, isAtLeast])).toEqual([[0, true]]);
    const { findings: apart } = checkHealth(joined([cube(2), cube(1), ball(4, 3, 0.5), turned(box([9, 9, 9], [10, 10, 10]))]), {
      ...defaultValues(healthOptions),
      maxPairs: 0,
      only: 'nested-pieces',
    });
    expect(apart.map(({ count, isAtLeast }) => [count, isAtLeast])).toEqual([[2, false]]);
  });
});

describe('random boxes', () => {
  interface Box {
    readonly min: readonly number[];
    readonly max: readonly number[];
    readonly sign: 1 | -1;
  }
  const inside = (p: readonly number[], { min, max }: Box): boolean => p.every((c, k) => c > min[k]! && c < max[k]!);
  const holds = (a: Box, b: Box): boolean => inside(b.min, a) && inside(b.max, a);
  const apart = (a: Box, b: Box): boolean => [0, 1, 2].some((k) => a.max[k]! < b.min[k]! || b.max[k]! < a.min[k]!);
  const corners = ({ min, max }: Box): readonly (readonly number[])[] =>
    Array.from({ length: 8 }, (_, i) => [0, 1, 2].map((k) => (((i >> k) & 1) === 1 ? max[k]! : min[k]!)));

  /** The rule in its plainest form. */
  function expected(boxes: readonly Box[]) {
    const nested: number[] = [];
    const insideOut: number[] = [];
    boxes.forEach((one, i) => {
      const sum = (of: readonly Box[]): number => of.reduce((total, { sign }) => total + sign, 0);
      const crossing = boxes.filter((other) => other !== one && !apart(one, other) && !holds(one, other) && !holds(other, one));
      const around = sum(boxes.filter((other) => holds(other, one)));
      if (one.sign === 1) {
        if (around - crossing.filter(({ sign }) => sign === -1).length >= 1) nested.push(i);
      } else if (!crossing.some(({ sign }) => sign === 1)) {
        if (around <= 0) insideOut.push(i);
      } else if (
        corners(one).some(
          (corner) =>
            sum(boxes.filter((other) => other !== one && inside(corner, other) && !(crossing.includes(other) && other.sign === -1))) <= 0,
        )
      )
        insideOut.push(i);
    });
    return { nested, insideOut, undecided: [] };
  }

  it('are decided by the triangles around their corners', () => {
    const random = seededRandom(5);
    for (let round = 0; round < 150; round++) {
      const boxes = Array.from({ length: 2 + Math.floor(7 * random()) }, (): Box => {
        const half = 0.05 + random() ** 2;
        const centre = [0, 1, 2].map(() => 2 * random() - 1);
        return { min: centre.map((c) => c - half), max: centre.map((c) => c + half), sign: random() < 0.5 ? 1 : -1 };
      });
      const mesh = joined(boxes.map(({ min, max, sign }) => (sign === 1 ? box(min, max) : turned(box(min, max)))));
      expect(statesOf(mesh), `round ${round}`).toEqual(expected(boxes));
    }
  });
});
