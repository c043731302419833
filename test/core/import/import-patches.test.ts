import { rayOnSurface } from '#core/patch';
import { raycast } from '#core/query';
import { buildTree, openTree } from '#core/tree';
import { importMesh } from '#core/import/import-mesh';
import { readPatches } from '#core/import/read-patches';
import { isClosed } from '#core/mesh/is-closed';
import { triangleCount } from '#core/mesh/triangle-mesh';
import type { ImportOptions } from '#core/options/import-options';
import { triangleNormal } from '#core/shape/triangle-normal';
import { triangleVertices } from '#core/mesh/triangle-vertices';
import { describe, expect, test } from 'vitest';
import { bezierText, bicubicBall, saddle } from '../../fixtures/patches.ts';
import { quake3File } from '../../fixtures/quake3-file.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (bytes: Uint8Array, fileName: string, options: Partial<ImportOptions> = {}) =>
  importMesh(bytes, { fileName, progress: () => {}, readSideFile: () => Promise.resolve(null), options });

describe('patch text', () => {
  test('is read as triangles, one part a patch', async () => {
    const { format, dialect, mesh, findings } = await read(bytesOf(bezierText(bicubicBall)), 'ball.bpt');
    expect({ format, dialect, findings }).toEqual({ format: 'bezier', dialect: 'Bézier patches', findings: [] });
    expect(mesh.parts).toHaveLength(8);
    expect(isClosed(mesh)).toBe(true);
  });

  test('keeps its patches, and takes a tolerance for their triangles', async () => {
    const usual = await read(bytesOf(bezierText(bicubicBall)), 'ball.bpt');
    expect(usual.surface?.patches).toEqual((await readPatches(bytesOf(bezierText(bicubicBall)), 'ball.bpt')).patches);
    expect(usual.surface!.error).toBeLessThanOrEqual(1e-3 * Math.hypot(2, 2, 2));
    const { surface, mesh } = await read(bytesOf(bezierText(bicubicBall)), 'ball.bpt', { curveError: 0.05 });
    expect(surface!.error).toBeLessThanOrEqual(0.05);
    expect(triangleCount(mesh)).toBeLessThan(triangleCount(usual.mesh));
    const cells = surface!.patches.map((_, i) => surface!.segments[2 * i]! * surface!.segments[2 * i + 1]!);
    // Two triangles for each cell, one at a pole.
    expect(triangleCount(mesh)).toBe(cells.reduce((sum, count, i) => sum + 2 * count - surface!.segments[2 * i]!, 0));
  });

  test('may have comments, any line ends, and words after it', async () => {
    const text = bezierText([saddle]).replaceAll('\n', ' ');
    const { mesh, findings } = await read(bytesOf(`# saddle\r\n${text} trailing`), 'saddle.bezier');
    expect(triangleCount(mesh)).toBeGreaterThan(2);
    expect(findings).toHaveLength(1);
  });

  test('without patches is a mesh without triangles', async () => {
    const { mesh } = await read(bytesOf('0\n'), 'empty.bpt');
    expect(triangleCount(mesh)).toBe(0);
  });

  test.each([
    ['-1', 'malformed', /number of patches/],
    ['1.5', 'malformed', /number of patches/],
    ['900000000\n3 3', 'count-exceeds-file', /too short for 900000000 patches/],
    ['1\n1 1\n0 0 0 1 0 0 0 1 0 1 1', 'truncated', /ends before the control points of patch 0/],
    ['1\n0 3\n0 0 0 1 0 0 0 1 0 1 1 0', 'malformed', /degree must be/],
    ['1\n10 3\n0 0 0 1 0 0 0 1 0 1 1 0', 'malformed', /degree must be/],
    ['1\n1 1\n0 0 0 1 nan 0 0 1 0 1 1 0', 'malformed', /not three finite numbers/],
    ['hello', 'malformed', /number of patches/],
  ])('refuses %j', async (text, code, message) => {
    await expect(read(bytesOf(text), 'a.bpt')).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });
});

describe('Quake 3 BSP', () => {
  test('has the triangles of polygons, and those of curved faces, facing the same way', async () => {
    const { format, dialect, mesh, findings } = await read(quake3File(), 'level.bsp');
    expect({ format, dialect, findings }).toEqual({ format: 'quake3', dialect: 'Quake 3 BSP, version 46', findings: [] });
    expect(mesh.parts.map(({ name }) => name)).toEqual(['stone/floor', 'stone/arch']);
    expect(mesh.parts[0]).toMatchObject({ firstTriangle: 0, triangleCount: 2 });
    for (let triangle = 0; triangle < triangleCount(mesh); triangle++) {
      const [a, b, c] = triangleVertices(mesh, triangle);
      expect(triangleNormal(a, b, c)![2]).toBeGreaterThan(0);
    }
    const { surface } = await read(quake3File(), 'level.bsp');
    expect(surface!.patches).toEqual((await readPatches(quake3File(), 'level.bsp')).patches);
    expect(surface!.patches).toHaveLength(2);
    const finer = await read(quake3File(), 'level.bsp', { curveError: surface!.error / 16 });
    expect(triangleCount(finer.mesh)).toBeGreaterThan(4 * (triangleCount(mesh) - 2));
    expect((await read(quake3File(), 'level.bsp', { colliders: 'only' })).surface).toBeUndefined();
  });

  test('has one biquadratic patch for each block of 3·3 control points of a curved face, without cracks', async () => {
    const { mesh, surface } = await read(quake3File({ gridRows: 7 }), 'level.bsp');
    // Five columns and seven rows: two blocks by three. The point of u and v is 2 + 2·t·(1 − t) high, with t = x/2 within its block.
    expect(surface!.patches).toHaveLength(6);
    const corners = surface!.patches.map(({ points }) => [points[0], points[1], points[24], points[25]]);
    expect(corners).toEqual([0, 2, 4].flatMap((y) => [0, 2].map((x) => [x, y, x + 2, y + 2])));
    const tree = openTree(buildTree(mesh, {}));
    for (const [x, y] of [
      [0.5, 0.5],
      [1, 3],
      [2.5, 5.9],
      [3, 2],
      [2, 4],
    ] as const) {
      const t = (x % 2) / 2;
      const height = 2 + 2 * t * (1 - t);
      const found = rayOnSurface(surface!, [x, y, 9], [0, 0, -1]);
      if ('problem' in found) throw new Error(found.problem);
      expect(Math.abs(found.value! - (9 - height)), `${x} ${y}`).toBeLessThanOrEqual(found.tolerance);
      const { hits } = raycast(tree, mesh, { origin: [x, y, 9], direction: [0, 0, -1], far: Infinity });
      expect(Math.abs(hits[0]!.distance - (9 - height)), `${x} ${y}`).toBeLessThanOrEqual(surface!.error);
    }
  });

  test('drops a face that uses vertices beyond the file', async () => {
    const { mesh, findings } = await read(quake3File({ firstVertex: 9000 }), 'level.bsp');
    expect(findings).toHaveLength(1);
    expect(mesh.parts.map(({ name }) => name)).toEqual(['stone/arch']);
  });

  test.each([
    [quake3File({ version: 29 }), 'unsupported-dialect', /version 29/],
    [quake3File().subarray(0, 60), 'truncated', /list of lumps/],
    [quake3File().subarray(0, 400), 'truncated', /outside the file/],
    [Uint8Array.of(29, 0, 0, 0, 1, 2, 3, 4, 5), 'unsupported-dialect', /start with IBSP/],
  ])('refuses other versions and short files (%#)', async (bytes, code, message) => {
    await expect(read(bytes, 'level.bsp')).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });
});
