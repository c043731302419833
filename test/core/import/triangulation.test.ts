import { describe, expect, it } from 'vitest';
import { formatLocation } from '#core/error';
import { bakeMesh } from '#core/bake/bake-mesh';
import { readBoxwoodFile } from '#core/bake/boxwood/read-boxwood';
import { clipEars } from '#core/import/polygon/clip-ears';
import { flatPolygon } from '#core/import/polygon/project-polygon';
import { triangulatePolygons } from '#core/import/polygon/triangulate-polygons';
import { placeMeshes } from '#core/import/scene/place-meshes';
import { importMesh } from '#core/import/import-mesh';
import type { ImportedMesh } from '#core/import/importer';
import { openMeshBytes, writeMeshBytes } from '#core/mesh/mesh-bytes';
import { seededRandom } from '#core/math/seeded-random';
import { innerEdges } from '../../../renderer/scene/inner-edges.ts';
import { inputOf, treeOf } from '../bake/bake-input.ts';
import { bytesOf, f32, findingOf, importBytes, trianglesOf, u32 } from './import-bytes.ts';

const read = (text: string, triangulation: 'fan' | 'ears', name = 'a.obj'): Promise<ImportedMesh> => {
  return importMesh(new TextEncoder().encode(text), {
    fileName: name,
    progress: () => {},
    readSideFile: async () => null,
    options: { triangulation },
  });
};
const obj = (points: readonly (readonly number[])[], ...faces: readonly string[]): string =>
  `${points.map((point) => `v ${point.join(' ')}`).join('\n')}\n${faces.map((face) => `f ${face}`).join('\n')}\n`;
/** Concave at its second corner; the fan from the first folds over. */
const arrow = [
  [0, 0, 0],
  [1, 1, 0],
  [2, 0, 0],
  [1, 3, 0],
];
const turned = [
  [1, 1, 0],
  [2, 0, 0],
  [1, 3, 0],
  [0, 0, 0],
];

/** Twice the area of triangles of a flat polygon, signed. */
function areaOf(points: ArrayLike<number>, triangles: ArrayLike<number>): number {
  let area = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => 2 * triangles[i + k]!) as [number, number, number];
    area += (points[b]! - points[a]!) * (points[c + 1]! - points[a + 1]!) - (points[c]! - points[a]!) * (points[b + 1]! - points[a + 1]!);
  }
  return area;
}

describe('a concave polygon', () => {
  it('folds over as a fan, with a finding, and is filled by ear clipping on request', async () => {
    const fan = await read(
      obj(
        [
          [1, 3, 0],
          [0, 0, 0],
          [1, 1, 0],
          [2, 0, 0],
        ],
        '1 2 3 4',
      ),
      'fan',
    );
    expect(fan.findings).toEqual([]);
    const folded = await read(obj(arrow, '1 2 3 4'), 'fan');
    expect(trianglesOf(folded)).toEqual([
      [0, 1, 2],
      [0, 2, 3],
    ]);
    expect(folded.findings).toMatchObject([{ code: 'folded-fans', count: 1, locations: [{ index: 0, element: 'triangle' }] }]);
    const second = await read(obj(arrow, '1 2 4', '1 2 4', '1 2 3 4'), 'fan');
    expect(second.findings.flatMap(({ locations }) => locations.map(formatLocation))).toEqual(['a.obj:7 triangle 2']);
    const ears = await read(obj(arrow, '1 2 3 4'), 'ears');
    expect(ears.findings).toMatchObject([{ code: 'folded-fans', count: 1, severity: 'info' }]);
    expect(trianglesOf(ears).map((corners) => [...corners].sort())).toEqual(
      expect.arrayContaining([
        [0, 1, 3],
        [1, 2, 3],
      ]),
    );
    expect(ears.mesh.polygons).toEqual(Uint32Array.of(0, 2));
  });

  it('is reported with its line in every text format, also after dropped faces, and without a line in other formats', async () => {
    const [points, quad] = [arrow.map((point) => point.join(' ')).join('\n'), '4 0 1 2 3'];
    const dropped = await read(obj(arrow, '1 2 99 3', '1 2 4', '4 1 2 3', '1 2 3 4'), 'fan');
    expect(dropped.findings.map(({ code, locations }) => [code, locations])).toMatchObject([
      ['unusable-faces', [{ line: 5 }]],
      ['folded-fans', [{ line: 8, index: 3 }]],
    ]);
    const plyHeader = (encoding: string): string =>
      `ply\nformat ${encoding} 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n`;
    const loop = arrow.map((point) => `vertex ${point.join(' ')}`).join('\n');
    for (const [name, text, line] of [
      ['a.off', `OFF\n4 1 0\n${points}\n${quad}\n`, 7],
      ['a.ply', `${plyHeader('ascii')}${points}\n${quad}\n`, 14],
      ['a.stl', `solid\nfacet normal 0 0 1\nouter loop\n${loop}\nendloop\nendfacet\nendsolid\n`, 2],
    ] as const) {
      expect((await read(text, 'fan', name)).findings, name).toMatchObject([
        { code: 'folded-fans', locations: [{ file: name, line, index: 0, element: 'triangle' }] },
      ]);
    }
    const binary = bytesOf(plyHeader('binary_little_endian'), f32(arrow.flat()), 4, u32([0, 1, 2, 3]));
    expect(findingOf(await importBytes(binary, 'a.ply'), 'folded-fans')?.locations).toEqual([
      { file: 'a.ply', index: 0, element: 'triangle' },
    ]);
  });

  it('keeps its fan where that is sound, and where it crosses itself or has no area', async () => {
    expect((await read(obj(turned, '1 2 3 4'), 'ears')).findings).toEqual([]);
    for (const points of [
      [
        [0, 0, 0],
        [1, 1, 0],
        [1, 0, 0],
        [0, 1, 0],
      ],
      [
        [0, 0, 0],
        [1, 0, 0],
        [2, 0, 0],
        [3, 0, 0],
      ],
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, NaN, 0],
        [1, 1, 0],
      ],
    ]) {
      const mesh = await read(obj(points, '1 2 3 4'), 'ears');
      expect(trianglesOf(mesh)).toEqual([
        [0, 1, 2],
        [0, 2, 3],
      ]);
      expect(mesh.findings.some(({ code }) => code === 'folded-fans')).toBe(false);
    }
  });

  it('keeps a fan that folds over if it has very many corners, with a finding', async () => {
    const star = (corners: number): number[][] =>
      Array.from({ length: corners }, (_, i) => {
        const radius = i % 2 === 0 ? 1 : 2;
        return [radius * Math.cos((2 * Math.PI * i) / corners), radius * Math.sin((2 * Math.PI * i) / corners), 0];
      });
    const face = (corners: number): string => Array.from({ length: corners }, (_, i) => i + 1).join(' ');
    const large = await read(obj(star(1026), face(1026)), 'ears');
    expect(large.findings).toMatchObject([{ code: 'folded-fans', severity: 'warning', count: 1, locations: [{ index: 0 }] }]);
    expect(trianglesOf(large)[3]).toEqual([0, 4, 5]);
    expect((await read(obj(star(1026), face(1026)), 'fan')).findings).toMatchObject([{ severity: 'warning', count: 1 }]);
    expect((await read(obj(star(1024), face(1024)), 'ears')).findings).toMatchObject([{ severity: 'info', count: 1 }]);
  });

  it('is filled far from the origin, scaled, rotated and slightly bent', async () => {
    for (const [scale, shift, bend] of [
      [1e-6, 0, 0],
      [1e6, 0, 0],
      [1, 5e6, 0],
      [1, 0, 0.05],
    ] as const) {
      const points = arrow.map(([x = 0, y = 0], i) => [
        shift + scale * x,
        shift + scale * (y + x),
        scale * (0.3 * x - 0.2 * y + (i === 1 ? bend : 0)),
      ]);
      const ears = await read(obj(points, '1 2 3 4'), 'ears');
      expect(trianglesOf(ears).some((corners) => corners.includes(1) && corners.includes(3) && corners.includes(0))).toBe(true);
    }
  });

  it('has corners on its sides, which are kept', async () => {
    // A comb with corners in the middle of straight sides.
    const outline = [
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 0],
      [4, 0],
      [4, 2],
      [3, 2],
      [3, 1],
      [2, 1],
      [1, 1],
      [1, 2],
      [0, 2],
      [0, 1],
    ];
    for (let start = 0; start < outline.length; start++) {
      const points = [...outline.slice(start), ...outline.slice(0, start)].map(([x = 0, y = 0]) => [x, y, 0]);
      const face = points.map((_, i) => i + 1).join(' ');
      const { mesh } = await read(obj(points, face), 'ears');
      const flat = flatPolygon(
        mesh.positions,
        points.map((_, i) => i),
      )!;
      expect(mesh.indices.length / 3).toBe(points.length - 2);
      expect(areaOf(flat.points, mesh.indices)).toBeCloseTo(2 * 6, 12);
      for (let i = 0; i < mesh.indices.length; i += 3) expect(areaOf(flat.points, mesh.indices.subarray(i, i + 3))).toBeGreaterThan(0);
    }
  });

  it('of any shape is filled once, by exact signs', () => {
    const random = seededRandom(7);
    for (let round = 0; round < 300; round++) {
      const n = 4 + Math.floor(60 * random());
      // A star about the middle never crosses itself.
      const points = Float64Array.from({ length: 2 * n }, (_, i) => 0 * i);
      for (let i = 0; i < n; i++) {
        const radius = 0.2 + random();
        const angle = (2 * Math.PI * (i + 0.8 * random())) / n;
        points[2 * i] = radius * Math.cos(angle);
        points[2 * i + 1] = radius * Math.sin(angle);
      }
      const ears = clipEars({ points, winding: 1 });
      const outline = Array.from({ length: n }, (_, i) => i);
      const wanted = outline.reduce(
        (sum, i) => sum + points[2 * i]! * points[2 * ((i + 1) % n) + 1]! - points[2 * ((i + 1) % n)]! * points[2 * i + 1]!,
        0,
      );
      expect(ears).not.toBeNull();
      expect(areaOf(points, ears!)).toBeCloseTo(wanted, 9);
    }
  });
});

describe('a polygon in a mirrored part', () => {
  it('is filled as it lies, and faces as its part does', () => {
    const positions = Float64Array.from(arrow.flat());
    const worldFromPart = [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    const part = { name: '', positions, triangles: Uint32Array.of(0, 1, 2, 0, 2, 3), polygons: Uint32Array.of(0, 2), worldFromPart };
    const { mesh, folded } = triangulatePolygons(
      placeMeshes([part], () => {}),
      true,
      () => {},
    );
    expect(folded).toMatchObject({ differ: 1 });
    const flat = Array.from(mesh.positions).filter((_, i) => i % 3 !== 2);
    for (let i = 0; i < 6; i += 3) expect(areaOf(flat, mesh.indices.subarray(i, i + 3))).toBeGreaterThan(0);
    expect(areaOf(flat, mesh.indices)).toBe(4);
  });
});

describe('the polygons of a mesh', () => {
  const file = obj([...arrow, [5, 5, 5]], '1 2 3', '1 2 3 4', '9 9 9 9', '1 2 99 3', '2 3 4 5', '1 2 3 4 5', '1 3 4');

  it('are kept through dropped faces, messages and bakes', async () => {
    const { mesh } = await read(file, 'fan');
    expect([...mesh.polygons!]).toEqual([1, 2, 3, 2, 5, 3]);
    expect(openMeshBytes(writeMeshBytes(mesh, (size) => new ArrayBuffer(size)))).toEqual(mesh);
    expect(readBoxwoodFile(bakeMesh('boxwood', inputOf(mesh, [treeOf(mesh)])).bytes).mesh.polygons).toEqual(mesh.polygons);
  });

  it('have edges of their own inside, which are not drawn, for fans and for ears', async () => {
    const masks = (imported: ImportedMesh): readonly number[] => [...innerEdges(imported.mesh)!].filter((_, i) => i % 3 === 0);
    // Of the fan 0 1 2, 0 2 3 the edge 0-2: opposite the second corner of the first triangle, the third of the second.
    expect(masks(await read(obj(turned, '1 2 3 4'), 'fan'))).toEqual([2, 4]);
    const ears = await read(obj(arrow, '1 2 3 4'), 'ears');
    expect(masks(ears).every((mask) => mask === 1 || mask === 2 || mask === 4)).toBe(true);
    expect(innerEdges((await read(obj(arrow, '1 2 3'), 'fan')).mesh)).toBeNull();
  });

  it('come from PLY and OFF as well', async () => {
    const off = `OFF\n4 1 0\n${arrow.map((point) => point.join(' ')).join('\n')}\n4 0 1 2 3\n`;
    expect((await read(off, 'fan', 'a.off')).findings).toMatchObject([{ code: 'folded-fans' }]);
    const ply = `ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n${arrow.map((point) => point.join(' ')).join('\n')}\n4 0 1 2 3\n`;
    expect((await read(ply, 'ears', 'a.ply')).mesh.polygons).toEqual(Uint32Array.of(0, 2));
  });
});
