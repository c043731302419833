import { describe, expect, it } from 'vitest';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { triangleCount } from '#core/mesh/triangle-mesh';
import { weldVertices } from '#core/mesh/weld-vertices';
import { type IndexSet, membersOf, setOf } from '../../../../renderer/state/selection/index-set.ts';
import { connected, grown, partsOf, sameMaterial, shrunk } from '../../../../renderer/state/selection/spread-triangles.ts';
import { setFacts } from '../../../../renderer/state/selection/set-facts.ts';
import { ball, box, joined, knot, meshOf, placed, soup } from '../../../fixtures/shapes.ts';
import { seededRandom } from '../../../fixtures/random.ts';

/** Each triangle with corners of its own, as in an STL. */
function unwelded(mesh: TriangleMesh): TriangleMesh {
  const positions = Float64Array.from([...mesh.indices].flatMap((v) => [0, 1, 2].map((axis) => mesh.positions[3 * v + axis]!)));
  return { positions, indices: Uint32Array.from(mesh.indices, (_, i) => i), parts: mesh.parts };
}

const nan = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, NaN, 0, 0, 1, 1, 0], [0, 1, 2, 1, 2, 3, 1, 4, 2, 0, 3, 4]);
const meshes: Record<string, TriangleMesh> = {
  ball: ball(12, 6),
  'two boxes and a knot': joined([box(), placed(box(), 1, [9, 0, 0]), placed(knot(2, 3, 24, 6), 1, [30, 0, 0])]),
  soup: soup(60, seededRandom(5)),
  'a mesh whose triangles share no vertices': unwelded(box()),
  'a mesh with vertices that are not finite': nan,
};

describe.each(Object.entries(meshes))('in %s', (_, mesh) => {
  const count = triangleCount(mesh);
  const welded = weldVertices(mesh);
  const random = seededRandom(9);
  const seeds = Array.from({ length: 12 }, () => indices(count).filter(() => random() < 0.12));

  it('growing adds the triangles that share a position with the set, as comparing all pairs does', () => {
    for (const seed of seeds) {
      const expected = indices(count).filter((t) => seed.includes(t) || seed.some((s) => shareCorner(mesh, s, t)));
      expect([...membersOf(grown(mesh, welded, setOf(count, seed)))]).toEqual(expected);
    }
  });

  it('shrinking removes the triangles that share a position with one outside', () => {
    for (const seed of seeds) {
      const set = grown(mesh, welded, setOf(count, seed));
      const inside = [...membersOf(set)];
      const outside = indices(count).filter((t) => !inside.includes(t));
      const expected = inside.filter((t) => !outside.some((o) => shareCorner(mesh, o, t)));
      expect([...membersOf(shrunk(mesh, welded, set))]).toEqual(expected);
    }
  });

  it('the component is what growing reaches in the end', () => {
    for (const seed of seeds) {
      let set: IndexSet = setOf(count, seed);
      for (;;) {
        const next = grown(mesh, welded, set);
        if (next.count === set.count) break;
        set = next;
      }
      expect([...membersOf(connected(mesh, welded, setOf(count, seed)))]).toEqual([...membersOf(set)]);
    }
  });
});

describe('materials and parts', () => {
  const boxes = joined([box(), box(), box()]);
  const painted: TriangleMesh = { ...boxes, materials: { names: ['wood', 'iron'], runs: [0, 0, 5, 1, 12, 0, 20, -1] } };

  it('selects all triangles of the materials in the set', () => {
    expect([...membersOf(sameMaterial(painted, setOf(36, [2])))]).toEqual([...range(0, 5), ...range(12, 20)]);
    expect([...membersOf(sameMaterial(painted, setOf(36, [30, 6])))]).toEqual([...range(5, 12), ...range(20, 36)]);
  });

  it('takes triangles without a material as one material', () => {
    expect(sameMaterial(boxes, setOf(36, [2])).count).toBe(36);
    expect(sameMaterial(boxes, setOf(36)).count).toBe(0);
  });

  it('finds the parts of triangles', () => {
    expect([...membersOf(partsOf(boxes, setOf(36, [0, 3, 35])))]).toEqual([0, 2]);
  });
});

describe('the measures of a set', () => {
  it('has area and bounds of its finite triangles', () => {
    const facts = setFacts(box([0, 0, 0], [2, 3, 4]), setOf(12, range(0, 12)));
    expect(facts.area).toBeCloseTo(2 * (6 + 8 + 12), 12);
    expect(facts.bounds).toEqual({ min: [0, 0, 0], max: [2, 3, 4] });
    expect(setFacts(nan, setOf(4, [0, 1]))).toEqual({ triangles: 2, area: 0.5, bounds: { min: [0, 0, 0], max: [1, 1, 0] } });
    expect(setFacts(nan, setOf(4, [1]))).toEqual({ triangles: 1, area: 0, bounds: null });
  });
});

/** Whether two finite triangles have a corner at the same position. */
function shareCorner(mesh: TriangleMesh, s: number, t: number): boolean {
  const corners = (triangle: number): string[] =>
    [0, 1, 2].map((i) => {
      const at = 3 * mesh.indices[3 * triangle + i]!;
      return `${mesh.positions[at]! + 0} ${mesh.positions[at + 1]! + 0} ${mesh.positions[at + 2]! + 0}`;
    });
  const [a, b] = [corners(s), corners(t)];
  return ![...a, ...b].some((text) => text.includes('NaN')) && a.some((corner) => b.includes(corner));
}

function indices(count: number): number[] {
  return range(0, count);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
