import { describe, expect, it } from 'vitest';
import { interpretSpace } from '#core/import/interpret-space';
import { metresOf, unitName, unknownSpace, type SourceSpace } from '#core/mesh/source-space';
import { defaultValues } from '#core/options/option';
import { spaceOptions } from '#core/options/space-options';
import { asciiFbx, model } from './fbx-fixture.ts';
import { importText } from './import-bytes.ts';

const fbx = async (axes: Readonly<Record<string, number>>): Promise<SourceSpace> => {
  const settings = Object.entries(axes)
    .map(([name, value]) => `\t\tP: "${name}", "", "", "",${value}\n`)
    .join('');
  return (await importText(asciiFbx({ objects: model(1, 'a'), connections: '', settings }), 'a.fbx')).space;
};
const axes = (coord: number, up: number, front: number, signs: readonly number[]): Record<string, number> => ({
  CoordAxis: coord,
  CoordAxisSign: signs[0]!,
  UpAxis: up,
  UpAxisSign: signs[1]!,
  FrontAxis: front,
  FrontAxisSign: signs[2]!,
});
const collada = async (asset: string) =>
  importText(`<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset>${asset}</asset></COLLADA>`, 'a.dae');

describe('the space of a file', () => {
  it.each([
    ['Maya', axes(0, 1, 2, [1, 1, 1]), '+y', 'right'],
    ['3ds Max', axes(0, 2, 1, [1, 1, -1]), '+z', 'right'],
    ['Blender turned to -x', axes(2, 1, 0, [1, 1, -1]), '+y', 'right'],
    ['DirectX', axes(0, 1, 2, [1, 1, -1]), '+y', 'left'],
    ['upside down', axes(0, 1, 2, [1, -1, -1]), '-y', 'right'],
    ['two axes alike', axes(0, 1, 1, [1, 1, 1]), '+y', null],
  ])('of an FBX as %s writes it', async (_, settings, up, handedness) => {
    expect(await fbx(settings)).toEqual({ metresPerUnit: null, up, handedness });
  });

  it('of an FBX has a unit of centimetres times its factor', async () => {
    expect(unitName((await fbx({ UnitScaleFactor: 1 })).metresPerUnit)).toBe('centimetre');
    expect(unitName((await fbx({ UnitScaleFactor: 30.48 })).metresPerUnit)).toBe('foot');
    expect(await fbx({ UnitScaleFactor: 0 })).toEqual(unknownSpace);
  });

  it('of a COLLADA is in metres with y up unless it says otherwise', async () => {
    expect((await collada('')).space).toEqual({ metresPerUnit: 1, up: '+y', handedness: 'right' });
    const other = await collada('<unit name="zoll" meter="0.0254"/><up_axis>Z_UP</up_axis>');
    expect(other).toMatchObject({ units: 'inch', space: { metresPerUnit: 0.0254, up: '+z', handedness: 'right' } });
    expect((await collada('<unit meter="-1"/><up_axis>W_UP</up_axis>')).space).toEqual({
      metresPerUnit: null,
      up: null,
      handedness: 'right',
    });
  });

  it('of a format that says nothing is not known', async () => {
    expect(await importText('v 0 0 0\n', 'a.obj')).toMatchObject({ units: null, space: unknownSpace });
  });
});

describe('a unit of length', () => {
  it('has its name, or a number of metres', () => {
    expect([1, 0.01, 0.3048000001, 0.9144, 2.5, null].map(unitName)).toEqual(['metre', 'centimetre', 'foot', 'yard', '2.5 metre', null]);
    expect(['metre', 'foot', '2.5 metre', '-1 metre', 'ell', 'toString', null].map(metresOf)).toEqual([
      1,
      0.3048,
      2.5,
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('what a person chooses', () => {
  it('stands before what the file says, and leaves the rest', () => {
    const space: SourceSpace = { metresPerUnit: 1, up: '+y', handedness: 'right' };
    expect(interpretSpace(space, defaultValues(spaceOptions))).toEqual(space);
    expect(interpretSpace(space, { unit: 'inch', up: '-z', handedness: 'file' })).toEqual({
      metresPerUnit: 0.0254,
      up: '-z',
      handedness: 'right',
    });
    expect(interpretSpace(unknownSpace, { unit: 'file', up: 'file', handedness: 'left' })).toEqual({
      metresPerUnit: null,
      up: null,
      handedness: 'left',
    });
  });
});
