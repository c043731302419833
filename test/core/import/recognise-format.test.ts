import { describe, expect, it } from 'vitest';
import { isMeshFileName } from '#core/import/file-kind';
import { recogniseFormat } from '#core/import/recognise-format';
import { heldSource } from '#core/import/source/byte-source';
import { bytesOf, importBytes, importText, refusalOf } from './import-bytes.ts';

const recognise = (text: string, name: string) => recogniseFormat(heldSource(bytesOf(text)), name);

describe('a format', () => {
  it.each([
    ['glTF\x02\0\0\0', 'gltf'],
    [' {"asset":{"version":"2.0"}}', 'gltf'],
    ['ply\nformat ascii 1.0\n', 'ply'],
    ['ply\r\nformat ascii 1.0\r\n', 'ply'],
    ['OFF\n1 0 0\n', 'off'],
    ['CNOFF 1 0 0\n', 'off'],
    ['OFF8 6 12\n', 'off'],
    ['Kaydara FBX Binary  \0', 'fbx'],
    ['; FBX 7.5.0 project file', 'fbx'],
    ['DRACO\x02\x02', 'draco'],
    ['#usda 1.0\n', 'usd'],
    ['PXR-USDC\0\x08', 'usd'],
    [`PK\x03\x04${'\0'.repeat(22)}\x06\0\0\0a.usdc`, 'usd'],
    ['<?xml version="1.0"?>\n<!-- by hand -->\n<COLLADA version="1.4.1">', 'collada'],
    ['solid thing\nfacet normal 0 0 1', 'stl'],
    ['# by hand\nv 1 2 3\n', 'obj'],
  ])('is recognised by the content %j without an extension', (text, format) => {
    expect(recognise(text, 'mesh')).toEqual({ format });
  });

  it('is recognised by the content against a wrong extension', () => {
    expect(recognise('ply\nformat ascii 1.0\n', 'mesh.stl')).toEqual({ format: 'ply' });
    expect(recognise('glTF\x02\0\0\0', 'mesh.obj')).toEqual({ format: 'gltf' });
  });

  it.each(['stl', 'ply', 'off', 'glb', 'fbx', 'dae', 'usd', '3mf', 'bsp', 'drc'])(
    'as OBJ text is recognised in a file named .%s',
    (extension) => {
      for (const start of ['# Blender\nmtllib a.mtl\n\no crate\n', '', '\r\ng\tcrate\r\n', '\xef\xbb\xbf'])
        expect(recognise(`${start}v 1 2 3\nv 1 0 3\nv 0 2 3\nf 1 2 3\n`, `mesh.${extension}`), start).toEqual({ format: 'obj' });
      // Other text with such a line, and binary data, keep the format of the extension.
      expect(recognise('3 1\nv 1 2 3\n', `mesh.${extension}`)).not.toEqual({ format: 'obj' });
      expect(recognise('v 1 2 3\n\0', `mesh.${extension}`)).not.toEqual({ format: 'obj' });
    },
  );

  it('is recognised by the extension, in any case, if the content is ambiguous', () => {
    expect(recognise('1 2 3', 'MESH.OBJ')).toEqual({ format: 'obj' });
    expect(recognise('8 6 12', 'mesh.off')).toEqual({ format: 'off' });
    expect(recognise('solid state\nv 1 2 3', 'mesh.obj')).toEqual({ format: 'obj' });
  });

  it.each([
    ['PK\x05\x06', 'a.obj', 'ZIP archive'],
    ['\x1f\x8b\x08', 'a.obj.gz', 'gzip archive'],
    ['7z\xbc\xaf\x27\x1c', 'a.obj', '7-Zip archive'],
    ['Rar!\x1a\x07\x01', 'a', 'RAR archive'],
    ['BZh9', 'a.stl', 'bzip2 archive'],
    ['\xfd7zXZ\0', 'a', 'xz archive'],
    ['(\xb5/\xfd', 'a', 'Zstandard archive'],
    [`${'crate.obj'.padEnd(257, '\0')}ustar`, 'a.tar', 'tar archive'],
    ['<!DOCTYPE html>', 'a.stl', 'HTML'],
    ['\x89PNG\r\n', 'a', 'PNG'],
    ['{"a": 1}', 'a.json', 'JSON'],
  ])('that begins with %j in %s is refused as %s', async (text, name, foreign) => {
    const refusal = await refusalOf(importBytes(bytesOf(text), name));
    expect(refusal.code).toBe('unsupported-format');
    expect(refusal.message).toContain(foreign);
    expect(refusal.fix).toContain('OBJ');
    expect(refusal.fix.includes('Unpack')).toBe(foreign.includes('archive'));
  });

  it('of binary STL that is cut off is refused with readable numbers', async () => {
    const bytes = new Uint8Array(84 + 2000 * 50);
    new DataView(bytes.buffer).setUint32(80, 1_000_000, true);
    expect((await refusalOf(importBytes(bytes, 'a.stl'))).message).toBe('The file declares 1,000,000 triangles and ends after 2,000');
  });

  it('that nobody knows is refused, and so is an empty file', async () => {
    expect(await refusalOf(importText('lorem ipsum', 'a.xyz'))).toMatchObject({ code: 'unsupported-format', location: { file: 'a.xyz' } });
    expect(await refusalOf(importText('', 'a.obj'))).toMatchObject({ code: 'empty-file' });
  });
});

describe('a file name', () => {
  it('is that of a mesh unless its extension is that of a side file', () => {
    for (const name of ['a.obj', 'A.STL', 'a.glb', 'a.fbx', 'a.unknown', 'a', '.bin.obj']) expect(isMeshFileName(name), name).toBe(true);
    for (const name of ['a.bin', 'a.MTL', 'a.png', 'a.JPEG', 'a.ktx2', 'a.glb.webp']) expect(isMeshFileName(name), name).toBe(false);
  });
});
