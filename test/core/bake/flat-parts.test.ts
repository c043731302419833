import { describe, expect, it } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import { exportMesh } from '#core/bake/export/export-mesh';
import { verifyBaked } from '#core/bake/verify/verify-baked';
import type { BakeFormatName } from '#core/bake/bake-format';
import { meshBounds } from '#core/mesh/bounds';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { exportOptions, type FlatChoice } from '#core/options/export-options';
import { defaultValues } from '#core/options/option';
import { hullPart, joinedParts } from '../../fixtures/collider-parts.ts';
import { box, meshOf, named } from '../../fixtures/shapes.ts';
import { inputOf } from './bake-input.ts';

const square = meshOf([0, 0, 5, 4, 0, 5, 0, 4, 5, 4, 4, 5], [0, 1, 2, 1, 3, 2]);
const flatHull: TriangleMesh = { ...square, parts: [{ ...hullPart('decal', box()).parts[0]!, triangleCount: 2 }] };
const line = meshOf([9, 0, 0, 9, 1, 0, 9, 2, 0], [0, 1, 2]);
const lineHull: TriangleMesh = { ...line, parts: [{ ...hullPart('wire', box()).parts[0]!, triangleCount: 1 }] };
const level = joinedParts([hullPart('crate', box()), flatHull]);

function written(mesh: TriangleMesh, format: BakeFormatName, flat: FlatChoice) {
  const input = inputOf(mesh, []);
  return exportMesh(mesh, { format, space: input.space, options: { ...defaultValues(exportOptions), flat }, runs: null });
}

const formats = ['jolt-shapes', 'jolt-state', 'bullet-shapes', 'physx-convex', 'mjcf', 'urdf', 'unreal'] as const;

describe('a flat hull', () => {
  it.each(formats)('refuses a bake as %s with its name and what to do, unless it is left out or thickened', async (format) => {
    expect(() => bakeMesh(format, inputOf(level, []))).toThrow(/"decal".*one plane/);
    for (const [flat, parts, code] of [
      ['skip', 1, 'flat-left-out'],
      ['thicken', 2, 'flat-thickened'],
    ] as const) {
      const { mesh, notes } = written(level, format, flat);
      expect(mesh.parts.map(({ name }) => name)).toEqual(['crate', 'decal'].slice(0, parts));
      expect(notes).toMatchObject([{ code, count: 1, message: expect.stringContaining('"decal"') }]);
      const input = { ...inputOf(mesh, []), stem: 'x' };
      const { bytes, files = [] } = bakeMesh(format, input);
      const extension = { urdf: 'urdf', mjcf: 'xml', unreal: 'unreal.glb', 'physx-convex': 'convex.physx' } as const;
      const fileName = `x.${format in extension ? extension[format as keyof typeof extension] : `shapes.${format.startsWith('bullet') ? 'bullet' : format === 'jolt-state' ? 'jolt' : 'tof'}`}`;
      const readSideFile = async (path: string) => files.find((file) => file.path === path)?.bytes ?? null;
      expect(await verifyBaked({ bytes, fileName, against: input, queries: 20, seed: 1, readSideFile })).toMatchObject({
        ok: true,
        problems: [],
      });
    }
  });

  it('gets a thickness of 1 % of its longest side, half on each side', () => {
    const { mesh } = written(flatHull, 'jolt-state', 'thicken');
    expect(meshBounds(mesh)).toEqual({ min: [0, 0, expect.closeTo(4.98, 12)], max: [4, 4, expect.closeTo(5.02, 12)] });
    expect(mesh.indices.length / 3).toBe(12);
  });

  it('that is a line is left out in both cases, and the last part is not', () => {
    const both = joinedParts([hullPart('crate', box()), lineHull, flatHull]);
    const { mesh, notes } = written(both, 'jolt-state', 'thicken');
    expect(mesh.parts.map(({ name }) => name)).toEqual(['crate', 'decal']);
    expect(notes.map(({ code, count }) => [code, count])).toEqual([
      ['flat-thickened', 1],
      ['flat-left-out', 1],
    ]);
    expect(() => written(lineHull, 'jolt-state', 'thicken')).toThrow(/none is left: "wire"/);
    expect(() => written(flatHull, 'jolt-state', 'skip')).toThrow(/none is left/);
    // The rendered part next to it does not become the collider.
    expect(() => written(joinedParts([named('crate', box()), flatHull]), 'jolt-state', 'skip')).toThrow(/none is left: "decal"/);
  });

  it('stays as it is in formats of triangles, and as triangles', () => {
    expect(written(level, 'obj', 'skip').mesh).toBe(level);
    const sheet = joinedParts([hullPart('crate', box()), named('sheet', square)]);
    expect(written(sheet, 'jolt-state', 'skip')).toMatchObject({ mesh: sheet, notes: [] });
  });
});

it('a part that is wider than f32 is refused as such, not as flat', () => {
  const wide = (size: number, height: number): TriangleMesh =>
    joinedParts([hullPart('crate', box()), hullPart('sky', box([-size, -size, -height], [size, size, height]))]);
  for (const flat of ['refuse', 'skip', 'thicken'] as const) {
    // Finite in f32, but not once they are relative to a corner.
    for (const [size, height] of [
      [2e38, 2e38],
      [1e39, 1e39],
      [1e39, 0],
      [1e200, 1e200],
    ] as const) {
      const { mesh, notes } = written(wide(size, height), 'jolt-state', flat);
      expect([mesh.parts.length, notes]).toEqual([2, []]);
      const bake = (): unknown => bakeMesh('jolt-state', inputOf(mesh, []));
      if (size > 2e38) expect(bake).toThrow(/"sky" is wider than the 32-bit floats of Jolt/);
    }
  }
});
