import { asciiText } from './text/text-cursor.ts';

/** A format that is not read. */
export interface Foreign {
  /** Name to show. */
  readonly name: string;
  /** Whether the archive may contain readable files. */
  readonly isArchive: boolean;
}

/** A text encoding that no program uses for meshes. */
export const utf32 = 'text in UTF-32';

/** Only the library gets them here: all others open baked files before. */
export const boxwoodBake = 'a Boxwood bake';

/** First bytes of archives, and their position in the file. */
const archives: readonly (readonly [at: number, signature: string, name: string])[] = [
  [0, 'PK\x03\x04', 'ZIP archive'],
  [0, 'PK\x05\x06', 'ZIP archive'],
  [0, '\x1f\x8b', 'gzip archive'],
  [0, '7z\xbc\xaf\x27\x1c', '7-Zip archive'],
  [0, 'Rar!\x1a\x07', 'RAR archive'],
  [0, '(\xb5/\xfd', 'Zstandard archive'],
  [0, '\xfd7zXZ\0', 'xz archive'],
  [0, 'BZh', 'bzip2 archive'],
  [257, 'ustar', 'tar archive'],
];

/** First bytes of formats that are not read, with the name to show. */
const signatures: readonly (readonly [start: string, name: string])[] = [
  // Its byte order mark starts like that of UTF-16.
  ['\xff\xfe\0\0', utf32],
  ['\0\0\xfe\xff', utf32],
  ['BVHB', 'a three-mesh-bvh bake'],
  ['\x89BXW\r\n\x1a\n', boxwoodBake],
  ['VBSP', 'Source BSP'],
  ['BLENDER', 'Blender'],
  ['\x89PNG', 'PNG picture'],
  ['\xff\xd8\xff', 'JPEG picture'],
  ['GIF8', 'GIF picture'],
  ['DDS ', 'DDS picture'],
  ['\xabKTX', 'KTX picture'],
  ['%PDF', 'PDF'],
  ['ISO-10303-21', 'STEP'],
];

const names: ReadonlyMap<string, string> = new Map([
  ['blend', 'Blender'],
  ['step', 'STEP'],
  ['stp', 'STEP'],
  ['iges', 'IGES'],
  ['igs', 'IGES'],
  ['x3d', 'X3D'],
  ['wrl', 'VRML'],
  ['3ds', '3D Studio'],
  ['max', '3D Studio Max'],
  ['ma', 'Maya'],
  ['mb', 'Maya'],
  ['c4d', 'Cinema 4D'],
  ['lwo', 'LightWave'],
  ['x', 'DirectX'],
  ['md2', 'Quake MD2'],
  ['md3', 'Quake MD3'],
  ['amf', 'AMF'],
  ['dxf', 'DXF'],
  ['abc', 'Alembic'],
  ['bin', 'a glTF buffer'],
  ['mtl', 'an OBJ material library'],
  ['json', 'JSON'],
  ['xml', 'XML'],
]);

/** Returns the format of bytes that are not read, recognised by the first bytes; `null` if they match none. */
export function foreignByContent(bytes: Uint8Array, extension: string): Foreign | null {
  const start = asciiText(bytes, 0, Math.min(bytes.length, 512));
  for (const [at, signature, name] of archives) if (start.startsWith(signature, at)) return { name, isArchive: true };
  for (const [signature, name] of signatures) if (start.startsWith(signature)) return foreign(name);
  return isXml(bytes) ? foreign(names.get(extension) ?? 'XML or HTML') : null;
}

/** Returns whether bytes start like XML or HTML. */
export function isXml(bytes: Uint8Array): boolean {
  return /^(\u00ef\u00bb\u00bf)?\s*<(\?xml|[a-z!])/i.test(asciiText(bytes, 0, Math.min(bytes.length, 512)));
}

export function foreignByExtension(extension: string): Foreign | null {
  const name = names.get(extension);
  return name === undefined ? null : foreign(name);
}

function foreign(name: string): Foreign {
  return { name, isArchive: false };
}
