import { describe, expect, it } from 'vitest';
import { seededRandom } from '#core/math/seeded-random';
import { closedPieces } from '#core/mesh/closed-pieces';
import { isClosed } from '#core/mesh/is-closed';
import { countOpenEdges, openEdgesText } from '#core/mesh/count-open-edges';
import { surfaceMeasures } from '#core/mesh/surface-measures';
import { meshTopology } from '#core/mesh/topology';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { box, joined, meshOf } from '../../fixtures/shapes.ts';

type Cell = readonly [number, number, number];

function cube([x, y, z]: Cell): TriangleMesh {
  return box([x, y, z], [x + 1, y + 1, z + 1]);
}

function piecesOf(mesh: TriangleMesh): readonly TriangleMesh[] {
  const { count, first, triangles } = closedPieces(mesh, meshTopology(mesh));
  return Array.from({ length: count }, (_, piece) => {
    const own = [...triangles.subarray(first[piece], first[piece + 1])];
    return meshOf(
      [...mesh.positions],
      own.flatMap((triangle) => [...mesh.indices.subarray(3 * triangle, 3 * triangle + 3)]),
    );
  });
}

function insideOut(mesh: TriangleMesh): TriangleMesh {
  return { ...mesh, indices: mesh.indices.map((_, i) => mesh.indices[i % 3 === 1 ? i + 1 : i % 3 === 2 ? i - 1 : i]!) };
}

/** The surface of the union: without the faces that two cubes have in common. */
function shell(cells: readonly Cell[]): TriangleMesh {
  const has = (x: number, y: number, z: number): boolean => cells.some((cell) => cell[0] === x && cell[1] === y && cell[2] === z);
  return joined(
    cells.map(([x, y, z]) => {
      const { positions, indices } = cube([x, y, z]);
      // The order of the faces of a box.
      const hidden = [has(x, y, z - 1), has(x, y, z + 1), has(x, y - 1, z), has(x + 1, y, z), has(x, y + 1, z), has(x - 1, y, z)];
      return meshOf([...positions], [...indices.filter((_, i) => hidden[Math.floor(i / 6)] !== true)]);
    }),
  );
}

/** An exact rotation and shear, so that coplanar faces stay so. */
function sheared(mesh: TriangleMesh): TriangleMesh {
  const at = (i: number): Cell => [mesh.positions[3 * i]!, mesh.positions[3 * i + 1]!, mesh.positions[3 * i + 2]!];
  const points = Array.from({ length: mesh.positions.length / 3 }, (_, i) => at(i)).flatMap(([x, y, z]) => [
    3 * x + y - 2 * z,
    2 * y + 5 * z - x,
    x + 7 * z,
  ]);
  return { ...mesh, positions: Float64Array.from(points) };
}

/** Returns cells written as x y z, a digit each. */
function cellsOf(text: string): readonly Cell[] {
  return text.split(' ').map((digits): Cell => [Number(digits[0]), Number(digits[1]), Number(digits[2])]);
}

const stacks: readonly (readonly [string, readonly Cell[]])[] = [
  ['stacked on a face', cellsOf('000 001')],
  ['with a common edge', cellsOf('000 110')],
  ['with a common vertex', cellsOf('000 111')],
  ['in a U', cellsOf('000 100 200 001 201')],
  ['around an edge', cellsOf('000 100 010 110')],
];

describe('the closed pieces of a mesh', () => {
  it.each(stacks)('boxes %s are one piece each, closed, also inside out and sheared', (_, cells) => {
    const boxes = joined(cells.map(cube));
    for (const mesh of [boxes, insideOut(boxes), sheared(boxes)]) {
      expect(isClosed(mesh)).toBe(true);
      const found = piecesOf(mesh);
      expect(found.map(({ indices }) => indices.length / 3)).toEqual(cells.map(() => 12));
      for (const piece of found) expect(isClosed(piece)).toBe(true);
      const { volume } = surfaceMeasures(mesh);
      const each = Math.abs(volume!) / cells.length;
      for (const piece of found) expect(Math.abs(surfaceMeasures(piece).volume!)).toBeCloseTo(each, 9);
    }
    expect(surfaceMeasures(boxes).volume).toBeCloseTo(cells.length, 12);
  });

  it('keep the volume of random cubes, with and without the faces between them', () => {
    const random = seededRandom(16);
    let shared = 0;
    for (let round = 0; round < 40; round++) {
      const cells = Array.from({ length: 27 }, (_, i): Cell => [i % 3, Math.floor(i / 3) % 3, Math.floor(i / 9)]).filter(
        () => random() < 0.4,
      );
      if (cells.length === 0) continue;
      const boxes = joined(cells.map(cube));
      expect(piecesOf(boxes)).toHaveLength(cells.length);
      const union = shell(cells);
      expect(isClosed(union)).toBe(true);
      const found = piecesOf(union);
      shared += found.length > 1 ? 1 : 0;
      for (const piece of found) expect(isClosed(piece)).toBe(true);
      const sum = found.reduce((total, piece) => total + surfaceMeasures(piece).volume!, 0);
      expect(sum).toBeCloseTo(cells.length, 9);
      expect(found.length).toBe(facedGroups(cells));
    }
    expect(shared).toBeGreaterThan(10);
  });

  it('are the solids that overlap at a common edge', () => {
    const wedge = ([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]): TriangleMesh => {
      const points = [0, 3].flatMap((z) => [0, 0, z, ax, ay, z, bx, by, z]);
      return meshOf(points, [0, 2, 1, 3, 4, 5, 0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4, 2, 0, 3, 2, 3, 5]);
    };
    const crossing = joined([wedge([4, 0], [0, 4]), wedge([3, 3], [-3, 3])]);
    const nested = joined([wedge([4, 0], [0, 4]), wedge([5, 1], [1, 5])]);
    for (const mesh of [crossing, nested, insideOut(crossing), insideOut(nested)]) {
      expect(isClosed(mesh)).toBe(true);
      expect(piecesOf(mesh).map(({ indices }) => indices.length / 3)).toEqual([8, 8]);
    }
  });

  it('leave an open component whole, next to closed ones', () => {
    const open = joined([cube([0, 0, 0]), cube([1, 1, 0])]);
    const { positions, indices } = open;
    const mesh = joined([meshOf([...positions], [...indices.slice(3)]), cube([5, 5, 5]), cube([5, 5, 6])]);
    expect(piecesOf(mesh).map((piece) => piece.indices.length / 3)).toEqual([23, 12, 12]);
  });
});

/** Returns the number of groups of cubes with common faces. */
function facedGroups(cells: readonly Cell[]): number {
  const group = cells.map((_, i) => i);
  const of = (i: number): number => (group[i] === i ? i : of(group[i]!));
  cells.forEach((p, i) => {
    cells.forEach((q, j) => {
      if (Math.abs(p[0] - q[0]) + Math.abs(p[1] - q[1]) + Math.abs(p[2] - q[2]) === 1) group[of(i)] = of(j);
    });
  });
  return group.filter((root, i) => root === i).length;
}

describe('the open edges of a mesh', () => {
  it('are counted by their triangles, and none for a closed mesh', () => {
    const { positions, indices } = box();
    expect(countOpenEdges(box())).toEqual([]);
    expect(countOpenEdges(joined([cube([0, 0, 0]), cube([1, 1, 0])]))).toEqual([]);
    expect(countOpenEdges(meshOf([...positions], [...indices.slice(3)]))).toEqual([{ triangles: 1, count: 3 }]);
    const fin = countOpenEdges(meshOf([...positions, 5, 5, 5], [...indices, 0, 1, 8]));
    expect(fin).toEqual([
      { triangles: 1, count: 2 },
      { triangles: 3, count: 1 },
    ]);
    expect(openEdgesText(fin)).toBe('2 edges of 1 triangle, 1 edge of 3 triangles');
    const flipped = countOpenEdges(meshOf([...positions], [indices[1]!, indices[0]!, ...indices.slice(2)]));
    expect(flipped).toEqual([{ triangles: 2, count: 3 }]);
    expect(openEdgesText(flipped)).toBe('3 edges of 2 triangles with flipped winding');
  });
});
