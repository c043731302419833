import { describe, expect, it } from 'vitest';
import { importMesh } from '#core/import/import-mesh';
import { fillAroundHoles, holeWork } from '#core/import/polygon/fill-around-holes';
import { seededRandom } from '#core/math/seeded-random';
import { innerEdges } from '../../../renderer/scene/inner-edges.ts';
import { findingOf, trianglesOf } from './import-bytes.ts';

type Point = readonly [x: number, y: number];

const box = (x: number, y: number, size: number): Point[] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
];

/** Vertices of all rings on a plane that leans, and the rings as indices. */
function rings(...shapes: readonly (readonly Point[])[]): {
  readonly positions: Float64Array;
  readonly rings: readonly (readonly number[])[];
} {
  const positions = Float64Array.from(shapes.flat().flatMap(([x, y]) => [x, y, x - 2 * y]));
  let next = 0;
  return { positions, rings: shapes.map((shape) => shape.map(() => next++)) };
}

/** Twice the area seen along z of each triangle. */
function areas(positions: Float64Array, triangles: readonly number[]): number[] {
  return Array.from({ length: triangles.length / 3 }, (_, t) => {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[3 * t + k]!) as [number, number, number];
    return (
      (positions[b]! - positions[a]!) * (positions[c + 1]! - positions[a + 1]!) -
      (positions[c]! - positions[a]!) * (positions[b + 1]! - positions[a + 1]!)
    );
  });
}

const filled = (...shapes: readonly (readonly Point[])[]): number[] | null => {
  const made = rings(...shapes);
  const triangles = fillAroundHoles(made.positions, made.rings, holeWork());
  return triangles === null ? null : areas(made.positions, triangles);
};
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
/** A ring about a middle that never crosses itself. */
function star(random: () => number, x: number, y: number, min: number, max: number): Point[] {
  const n = 3 + Math.floor(12 * random());
  return Array.from({ length: n }, (_, i) => {
    const radius = min + (max - min) * random();
    const angle = (2 * Math.PI * (i + 0.8 * random())) / n;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}
const areaOf = (ring: readonly Point[]): number =>
  sum(ring.map(([x, y], i) => x * ring[(i + 1) % ring.length]![1] - ring[(i + 1) % ring.length]![0] * y));

describe('a polygon with holes', () => {
  it('is filled between them, whichever way they turn, facing as its outline does', () => {
    const hole = box(1, 1, 1);
    for (const inner of [hole, hole.toReversed()]) {
      for (const [outer, turn] of [
        [box(0, 0, 3), 1],
        [box(0, 0, 3).toReversed(), -1],
      ] as const) {
        const found = filled(outer, inner)!;
        expect(found).toHaveLength(8);
        expect(sum(found)).toBe(turn * 16);
        expect(found.every((area) => turn * area > 0)).toBe(true);
      }
    }
  });

  it('may have many holes whose corners lie on one line', () => {
    const holes = [1, 3, 5].flatMap((x) => [1, 3, 5].map((y) => box(x, y, 1)));
    const found = filled(box(0, 0, 7), ...holes)!;
    expect(found).toHaveLength(4 + 36 - 2 + 18);
    expect(sum(found)).toBe(2 * (49 - 9));
    expect(found.every((area) => area > 0)).toBe(true);
  });

  it('of any shape is filled once', () => {
    const random = seededRandom(3);
    let done = 0;
    for (let round = 0; round < 200; round++) {
      const shapes = [
        star(random, 0, 0, 8, 12),
        ...[
          [-2, -2],
          [2, -2],
          [0, 2],
        ].map(([x = 0, y = 0]) => star(random, x, y, 0.2, 1.5)),
      ];
      // A ring of few corners may leave its middle out, and meet its neighbour.
      const found = filled(...shapes);
      if (found === null) expect(shapes.some(({ length }) => length < 6)).toBe(true);
      else expect(sum(found)).toBeCloseTo(areaOf(shapes[0]!) - sum(shapes.slice(1).map((ring) => Math.abs(areaOf(ring)))), 9);
      if (found !== null) done++;
    }
    expect(done).toBeGreaterThan(120);
  });

  it.each([
    ['outside', box(5, 5, 1)],
    ['across the outline', box(2, 2, 2)],
    ['along the outline', box(0, 1, 1)],
    ['of two corners', box(1, 1, 1).slice(2)],
    [
      'that is flat',
      [
        [1, 1],
        [2, 2],
        [1.5, 1.5],
      ] as Point[],
    ],
  ])('is not filled around one %s', (_, hole) => {
    expect(filled(box(0, 0, 3), hole)).toBeNull();
  });

  it('is not filled around holes that cross, or that lie in one another', () => {
    expect(filled(box(0, 0, 9), box(1, 1, 3), box(2, 2, 3))).toBeNull();
    expect(filled(box(0, 0, 9), box(1, 1, 5), box(2, 2, 1))).toBeNull();
  });

  it('is no longer filled when its share of the work is done', () => {
    const { positions, rings: all } = rings(box(0, 0, 3), box(1, 1, 1));
    const work = { left: 100 };
    expect(fillAroundHoles(positions, all, work)).not.toBeNull();
    expect(fillAroundHoles(positions, all, work)).toBeNull();
  });
});

describe('a polygon of COLLADA with a hole', () => {
  const points = [...box(0, 0, 3), ...box(1, 1, 1)].flatMap(([x, y]) => [x, y, 0]);
  const file = (hole: string, matrix = '1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1'): Uint8Array =>
    new TextEncoder().encode(`<COLLADA version="1.4.1"><library_geometries><geometry id="g"><mesh>
<source id="s"><float_array id="a">${points.join(' ')}</float_array><technique_common><accessor source="#a" count="8" stride="3"><param name="X"/><param name="Y"/><param name="Z"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
<polygons count="1"><input semantic="NORMAL" source="#n" offset="0"/><input semantic="VERTEX" source="#v" offset="1"/>
<ph><p>9 0 9 1 9 2 9 3</p><h>${hole}</h></ph></polygons></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="r"><node><matrix>${matrix}</matrix><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url="#r"/></scene></COLLADA>`);
  const read = (bytes: Uint8Array, triangulation: 'fan' | 'ears') =>
    importMesh(bytes, { fileName: 'a.dae', progress: () => {}, readSideFile: async () => null, options: { triangulation } });
  const sound = '9 4 9 5 9 6 9 7';

  it('keeps it with ears, as one polygon; the fan fills it, and says what would keep it', async () => {
    const fan = await read(file(sound), 'fan');
    expect(trianglesOf(fan)).toEqual([
      [0, 1, 2],
      [0, 2, 3],
    ]);
    expect(findingOf(fan, 'not-applied')).toMatchObject({
      count: 1,
      locations: [{ line: 5 }],
      fix: expect.stringContaining('--triangulation ears'),
    });
    const ears = await read(file(sound), 'ears');
    expect(ears.findings).toEqual([]);
    expect(sum(areas(ears.mesh.positions, [...ears.mesh.indices]))).toBe(16);
    expect(ears.mesh.polygons).toEqual(Uint32Array.of(0, 8));
    const drawn = sum(
      [...innerEdges(ears.mesh)!].map((mask, corner) => (corner % 3 === 0 ? 3 - [1, 2, 4].filter((bit) => mask & bit).length : 0)),
    );
    expect(drawn).toBe(8);
  });

  it('faces as its part does where that is mirrored', async () => {
    const { mesh } = await read(file(sound, '-1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1'), 'ears');
    expect(sum(areas(mesh.positions, [...mesh.indices]))).toBe(16);
  });

  it('is filled with a finding if the hole refers to no vertex or touches the outline', async () => {
    for (const hole of ['9 4 9 5 9 8', '9 0 9 1 9 6', '9 4 9 5', 'x']) {
      for (const triangulation of ['fan', 'ears'] as const) {
        const imported = await read(file(hole), triangulation);
        expect(trianglesOf(imported)).toEqual([
          [0, 1, 2],
          [0, 2, 3],
        ]);
        expect(findingOf(imported, 'not-applied')?.fix).toBe('Triangulate the mesh in the program that made the file');
      }
    }
  });
});
