import { fileExtension } from './file-kind.ts';
import { formatOfExtension, type FormatName } from './formats.ts';
import { binaryMark } from './fbx/binary-mark.ts';
import { foreignByContent, foreignByExtension, isXml, type Foreign } from './foreign-formats.ts';
import { beginsWithLayer } from './usd/begins-as-usd.ts';
import { crateMagic } from './usd/crate/crate-file.ts';
import { offKeyword } from './off/off-header.ts';
import { beginsWithSolid, hasBinaryStlLength } from './stl/binary-stl.ts';
import { quake3Mark } from './quake3/quake3-lumps.ts';
import { bytesAt, headOf, type ByteSource } from './source/byte-source.ts';
import { asciiText } from './text/text-cursor.ts';
import { isZip } from './zip/is-zip.ts';

/** A format that is read, or one that is not; `null` if the format is unknown. */
export type Recognised = { readonly format: FormatName } | { readonly foreign: Foreign } | null;

/** Number of first bytes that are examined: enough for the name of the first member of an archive. */
const headBytes = 30 + 0x10000;

/** Returns the format of the bytes: by their content, and by the extension if the content is ambiguous. */
export function recogniseFormat(source: ByteSource, fileName: string): Recognised {
  const extension = fileExtension(fileName);
  const bytes = headOf(source, headBytes);
  // The header of a binary STL is free text: it can start like any other format.
  if (extension === 'stl' && hasBinaryStlLength(source)) return { format: 'stl' };
  if (isZip(bytes) && (extension === '3mf' || holdsModel(source))) return { format: '3mf' };
  if (isZip(bytes) && (extension === 'usdz' || beginsWithLayer(bytes))) return { format: 'usd' };
  if (isXml(bytes) && (extension === 'dae' || holdsCollada(bytes))) return { format: 'collada' };
  const robot = isXml(bytes) ? robotByContent(bytes) : null;
  if (robot !== null || (isXml(bytes) && (extension === 'mjcf' || extension === 'urdf')))
    return { format: robot ?? (extension === 'urdf' ? 'urdf' : 'mjcf') };
  const foreign = foreignByContent(bytes, extension);
  if (foreign !== null) return { foreign };
  const format = ownByContent(source, bytes, extension) ?? formatOfExtension(extension);
  if (format !== null) return { format };
  const named = foreignByExtension(extension);
  if (named !== null) return { foreign: named };
  return looksLikeObj(bytes) ? { format: 'obj' } : null;
}

function ownByContent(source: ByteSource, bytes: Uint8Array, extension: string): FormatName | null {
  const start = asciiText(bytes, 0, Math.min(bytes.length, 64)).replace(/^\u00ef\u00bb\u00bf/, '');
  if (start.startsWith('glTF')) return 'gltf';
  if (start.startsWith(binaryMark) || start.startsWith('; FBX')) return 'fbx';
  if (start.startsWith(crateMagic) || start.startsWith('#usda')) return 'usd';
  // A buffer of a glTF can consist of a Draco stream.
  if (start.startsWith('DRACO') && foreignByExtension(extension) === null) return 'draco';
  if (start.startsWith(quake3Mark)) return 'quake3';
  if (/^ply[\r\n]/.test(start)) return 'ply';
  if (/^\s*\{/.test(start)) return extension === 'gltf' || hasAsset(source) ? 'gltf' : null;
  if (offKeyword(start.trimStart()) !== null) return 'off';
  // Files of other formats can start with this word, or have such a length, by chance. The extension has to match or be
  // unknown.
  const isUnclaimed = extension === 'stl' || (formatOfExtension(extension) === null && foreignByExtension(extension) === null);
  if (isUnclaimed && (beginsWithSolid(bytes) || hasBinaryStlLength(source))) return 'stl';
  // OBJ has no mark: its text decides only where the format of the extension has one that is missing.
  return marked.has(formatOfExtension(extension)) && beginsAsObj(bytes) ? 'obj' : null;
}

/** Formats of which no file begins as OBJ. A file of Bézier patches has no mark. */
const marked: ReadonlySet<FormatName | null> = new Set<FormatName>([
  'stl',
  'ply',
  'gltf',
  'fbx',
  'collada',
  'usd',
  '3mf',
  'quake3',
  'mjcf',
  'urdf',
  'draco',
  'off',
]);

/** Returns whether the directory at the end of an archive is that of a 3MF package. */
function holdsModel(source: ByteSource): boolean {
  const names = asciiOf(tailOf(source, 1 << 16));
  return names.includes('3D/3dmodel.model');
}

/** Returns whether the bytes start a COLLADA document. Comments and instructions can come before the first element. */
function holdsCollada(bytes: Uint8Array): boolean {
  return /<(\w+:)?COLLADA[\s>]/.test(asciiText(bytes, 0, Math.min(bytes.length, 4096)));
}

/** Returns the format of a document whose first element is `mujoco` or `robot`; `null` for others. */
export function robotByContent(bytes: Uint8Array): 'mjcf' | 'urdf' | null {
  const text = asciiText(bytes, 0, Math.min(bytes.length, 4096)).replace(/<!--.*?-->/gs, '');
  const name = /<([\w:]+)/.exec(text)?.[1];
  return name === 'mujoco' ? 'mjcf' : name === 'robot' ? 'urdf' : null;
}

/** Returns whether the JSON has an `asset`, as glTF does. Exporters write it with the first or the last members. */
function hasAsset(source: ByteSource): boolean {
  const reach = 1 << 16;
  return /"asset"\s*:/.test(asciiOf(headOf(source, reach))) || /"asset"\s*:/.test(asciiOf(tailOf(source, reach)));
}

function tailOf(source: ByteSource, count: number): Uint8Array {
  const at = Math.max(0, source.byteLength - count);
  return bytesAt(source, at, count);
}

function asciiOf(bytes: Uint8Array): string {
  return asciiText(bytes, 0, bytes.length);
}

function looksLikeObj(bytes: Uint8Array): boolean {
  const start = asciiText(bytes, 0, Math.min(bytes.length, 4096));
  return /^v[ \t]+[-+.\d]/m.test(start) && !start.includes('\0');
}

/** Returns whether the first line that is no comment is one of OBJ, and a vertex follows. */
function beginsAsObj(bytes: Uint8Array): boolean {
  const start = asciiText(bytes, 0, Math.min(bytes.length, 4096)).replace(/^\u00ef\u00bb\u00bf/, '');
  const first = start.split(/[\r\n]+/).find((line) => line.trim() !== '' && !line.trimStart().startsWith('#')) ?? '';
  return /^\s*(v|vn|vt|o|g|s|mtllib|usemtl)[ \t]/.test(first) && looksLikeObj(bytes);
}
