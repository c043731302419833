import { asciiText } from './text/text-cursor.ts';
import { isZip } from './zip/zip-archive.ts';

/** First bytes of what is not read, with the name a person knows it by. */
const signatures: readonly (readonly [start: string, name: string])[] = [
  ['Kaydara FBX Binary', 'FBX'],
  ['; FBX', 'FBX'],
  ['BVHB', 'a three-mesh-bvh bake'],
  ['IBSP', 'Quake BSP'],
  ['VBSP', 'Source BSP'],
  ['PXR-USDC', 'USD'],
  ['#usda', 'USD'],
  ['BLENDER', 'Blender'],
  ['\x1f\x8b', 'gzip archive'],
  ['7z\xbc\xaf', '7-Zip archive'],
  ['Rar!', 'RAR archive'],
  ['(\xb5/\xfd', 'Zstandard archive'],
  ['\xfd7zXZ', 'xz archive'],
  ['\x89PNG', 'PNG picture'],
  ['\xff\xd8\xff', 'JPEG picture'],
  ['GIF8', 'GIF picture'],
  ['DDS ', 'DDS picture'],
  ['\xabKTX', 'KTX picture'],
  ['%PDF', 'PDF'],
  ['ISO-10303-21', 'STEP'],
];

const zipped: ReadonlyMap<string, string> = new Map([['usdz', 'USD (USDZ)'], ['zip', 'ZIP archive']]);

const names: ReadonlyMap<string, string> = new Map([
  ['fbx', 'FBX'], ['dae', 'COLLADA'], ['bsp', 'BSP'], ['blend', 'Blender'],
  ['usd', 'USD'], ['usda', 'USD'], ['usdc', 'USD'], ['usdz', 'USD (USDZ)'],
  ['step', 'STEP'], ['stp', 'STEP'], ['iges', 'IGES'], ['igs', 'IGES'], ['x3d', 'X3D'], ['wrl', 'VRML'],
  ['3ds', '3D Studio'], ['max', '3D Studio Max'], ['ma', 'Maya'], ['mb', 'Maya'], ['c4d', 'Cinema 4D'], ['lwo', 'LightWave'],
  ['x', 'DirectX'], ['md2', 'Quake MD2'], ['md3', 'Quake MD3'], ['amf', 'AMF'], ['dxf', 'DXF'], ['abc', 'Alembic'],
  ['bin', 'a glTF buffer'], ['mtl', 'an OBJ material library'], ['json', 'JSON'], ['xml', 'XML'],
]);

/** The name of a format that is not read, told by the first bytes; `null` when they do not tell. */
export function foreignByContent(bytes: Uint8Array, extension: string): string | null {
  const start = asciiText(bytes, 0, Math.min(bytes.length, 512));
  if (isZip(bytes)) return zipped.get(extension) ?? 'ZIP archive';
  for (const [signature, name] of signatures) if (start.startsWith(signature)) return name;
  if (/^(\u00ef\u00bb\u00bf)?\s*<(\?xml|[a-z!])/i.test(start)) {
    return /<COLLADA/.test(start) ? 'COLLADA' : (names.get(extension) ?? 'XML or HTML');
  }
  return null;
}

export function foreignByExtension(extension: string): string | null {
  return names.get(extension) ?? null;
}
