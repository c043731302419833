import { strFromU8, strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import type { Finding } from '#core/finding';
import { importMesh } from '#core/import/import-mesh';
import { memberHead } from '#core/import/zip/member-head';
import { openZip } from '#core/import/zip/zip-archive';
import { unknownSpace } from '#core/mesh/source-space';
import { box, named } from '../../fixtures/shapes.ts';
import { objText } from '../../fixtures/write-text.ts';
import { importBytes, refusalOf } from './import-bytes.ts';

const crate = strToU8(objText(named('crate', box())));
const robot = (mesh: string): Uint8Array =>
  strToU8(`<robot name="r"><link name="a"><collision><geometry><mesh filename="${mesh}"/></geometry></collision></link></robot>`);
const zip = (members: Readonly<Record<string, Uint8Array>>): Uint8Array => zipSync(members);
const picture = strToU8('\x89PNG\r\n');

describe('a ZIP archive', () => {
  it('is read as the model in it, whose side files are in it too', async () => {
    const plain = await importBytes(crate, 'crate.obj');
    const packed = await importBytes(
      zip({
        'crate/crate.obj': crate,
        'crate/crate.mtl': strToU8('newmtl a'),
        'crate/wood.png': picture,
        '__MACOSX/crate/._crate.obj': crate,
      }),
      'crate.zip',
    );
    expect(packed.mesh).toEqual(plain.mesh);
    expect(packed).toMatchObject({ format: 'obj', dialect: `${plain.dialect}, in a ZIP archive` });
    for (const [mesh, path] of [
      ['meshes/crate.obj', 'arm/urdf/meshes/crate.obj'],
      ['package://arm/meshes/crate.obj', 'arm/meshes/crate.obj'],
      ['shared/crate.obj', 'shared/crate.obj'],
      ['meshes/Crate.OBJ', 'arm/meshes/crate.obj'],
    ] as const) {
      const ofRobot = await importBytes(zip({ 'readme.xml': strToU8('<p/>'), 'arm/urdf/r.urdf': robot(mesh), [path]: crate }), 'r.zip');
      expect(ofRobot).toMatchObject({ format: 'urdf', dialect: expect.stringMatching(/, in a ZIP archive$/) as string });
      expect(ofRobot.mesh.indices).toEqual(plain.mesh.indices);
    }
    const mujoco = strToU8('<mujoco><worldbody><geom type="box" size="1 1 1"/></worldbody></mujoco>');
    expect((await importBytes(zip({ 'scene.xml': mujoco, 'a.obj': crate }), 'scene.zip')).format).toBe('mjcf');
  });

  it('is read whatever else is in it: names that differ in case, a leading dot, XML that is damaged or no robot', async () => {
    const notes = strToU8('notes');
    const packed = zip({ './crate.obj': crate, 'README.md': notes, 'readme.md': notes, 'meta.xml': strToU8(`<p>${'a'.repeat(99)}</p>`) });
    expect((await importBytes(packed, 'a.zip')).format).toBe('obj');
    const at = packed.findIndex((_, i) => strFromU8(packed.subarray(i, i + 8), true) === 'meta.xml');
    packed.fill(0xff, at + 8, at + 18);
    expect((await importBytes(packed, 'a.zip')).format).toBe('obj');
    const collada = strToU8('<?xml version="1.0"?><COLLADA version="1.4.1"></COLLADA>');
    expect((await importBytes(zip({ 'a.xml': collada, 'b.obj': crate }), 'a.zip')).format).toBe('obj');
  });

  it('unpacks only the start of XML to see whether it is a robot, and can be cancelled there', async () => {
    const blanks = new Uint8Array(2 ** 23).fill(32);
    const members = Object.fromEntries(Array.from({ length: 4 }, (_, i) => [`${i}.xml`, blanks]));
    const packed = zip({ ...members, 'crate.obj': crate });
    let calls = 0;
    const context = { fileName: 'a.zip', readSideFile: async () => null };
    expect((await importMesh(packed, { ...context, progress: () => calls++ })).format).toBe('obj');
    const stop = (): never => {
      throw new Error('stopped');
    };
    await expect(importMesh(packed, { ...context, progress: stop })).rejects.toThrow('stopped');
    expect(calls).toBeGreaterThan(4);
    const head = memberHead(openZip(packed, 'exact'), '0.xml', 4096);
    expect(head!.length).toBeGreaterThan(4095);
    expect(head!.length).toBeLessThan(2 ** 22);
    const large = zip({ 'a.obj': new Uint8Array(2 ** 26 + 1).fill(32) });
    expect(await refusalOf(importBytes(large, 'a.zip'))).toMatchObject({
      code: 'too-large',
      fix: expect.stringMatching(/^Unpack/) as string,
    });
  });

  it('of a baked robot is read with the triangles that were baked', async () => {
    const mesh = named('crate', box());
    const { bytes, files = [] } = bakeMesh('urdf', { mesh, trees: [], source: null, space: unknownSpace, findings: [], ignored: [] });
    const members = Object.fromEntries([['crate.urdf', bytes], ...files.map((file) => [file.path, file.bytes])]);
    expect(files.length).toBeGreaterThan(0);
    expect((await importBytes(zip(members), 'crate.urdf.zip')).mesh.indices).toHaveLength(mesh.indices.length);
  });

  it('names models in deeper folders that are not shown, but not those that the model reads', async () => {
    const findingsOf = async (members: Readonly<Record<string, Uint8Array>>): Promise<readonly Finding[]> =>
      (await importBytes(zip(members), 'a.zip')).findings.filter(({ code }) => code === 'not-applied');
    expect(await findingsOf({ 'a.obj': crate, 'lod/b.obj': crate, './lod/far/c.stl': crate })).toEqual([
      {
        code: 'not-applied',
        severity: 'info',
        count: 2,
        message: 'The ZIP archive has other models in deeper folders, which are not shown: lod/b.obj, lod/far/c.stl',
        fix: 'Unpack it to open one of them',
        locations: [{ file: 'a.zip/lod/b.obj' }, { file: 'a.zip/lod/far/c.stl' }],
      },
    ]);
    expect(await findingsOf({ 'a.urdf': robot('meshes/b.obj'), 'meshes/b.obj': crate, 'old/c.obj': crate })).toEqual([]);
    const [twoRobots] = await findingsOf({ 'a.urdf': robot('meshes/b.obj'), 'meshes/b.obj': crate, 'old/c.urdf': robot('b.obj') });
    expect(twoRobots?.message).toMatch(/not shown: old\/c.urdf$/);
    const included = strToU8('<mujoco><worldbody><geom type="box" size="1 1 1"/></worldbody></mujoco>');
    const including = strToU8('<mujoco><include file="parts/Body.xml"/></mujoco>');
    expect(await findingsOf({ 'a.xml': including, './parts/body.xml': included })).toEqual([]);
  });

  it('with no model or several, with another archive, and with a damaged member is refused with what to do', async () => {
    const refused = async (members: Readonly<Record<string, Uint8Array>>): Promise<string> => {
      const { code, message, fix } = await refusalOf(importBytes(zip(members), 'a.zip'));
      return `${code}: ${message}. ${fix}`;
    };
    expect(await refused({ 'a.png': picture })).toMatch(/^unsupported-format: .*no file of a format that is read. Open OBJ/);
    const many = Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`${i}.obj`, crate]));
    expect(await refused(many)).toBe(
      'unsupported-format: The ZIP archive has 7 models: 0.obj, 1.obj, 2.obj, 3.obj, 4.obj, and 2 more. Unpack it, and open one of them',
    );
    expect(await refused({ 'yard.boxwood-scene.json': strToU8('{}'), 'a.obj': crate })).toMatch(/is a scene of several meshes. Open it in/);
    expect(await refused({ 'b.obj': zip({ 'c.obj': crate }) })).toMatch(/^unsupported-format: a.zip\/b.obj is also an archive/);
    const broken = await refusalOf(importBytes(zip({ 'b/c.stl': new Uint8Array(84).fill(9) }), 'a.zip'));
    expect(broken).toMatchObject({ code: 'truncated', location: { file: 'a.zip/b/c.stl', byte: 84 } });
    const cut = zip({ 'a.obj': crate });
    expect((await refusalOf(importBytes(cut.subarray(0, cut.length - 30), 'a.zip'))).code).toBe('truncated');
  });
});
