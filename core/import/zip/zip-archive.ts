import { inflateSync } from 'fflate';
import { crc32 } from '../../crc32.ts';
import { allocate } from '../growable.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { decodeName } from '../text/text-cursor.ts';

/**
 * A ZIP archive as 3MF and USDZ use it: the members of its central directory, stored or deflated. Source: PKWARE
 * APPNOTE.TXT 6.3.10, sections 4.3 to 4.5.
 */
export interface ZipArchive {
  readonly bytes: Uint8Array;
  /** By name: in lower case unless names are exact. */
  readonly members: ReadonlyMap<string, ZipMember>;
  /** The members that were read. Together they are longer than the archive only where they overlap. */
  readonly read: Set<ZipMember>;
  /** Sum of the stored bytes of the members that were read. */
  readBytes: number;
}

export interface ZipMember {
  readonly name: string;
  readonly method: number;
  readonly encrypted: boolean;
  readonly checksum: number;
  readonly storedBytes: number;
  readonly bytes: number;
  /** Position of its local header. */
  readonly offset: number;
}

const endSignature = 0x06054b50;
const end64Signature = 0x06064b50;
const locator64Signature = 0x07064b50;
const centralSignature = 0x02014b50;
const localSignature = 0x04034b50;
const endBytes = 22;
const centralBytes = 46;
const localBytes = 30;
const maxCommentBytes = 0xffff;
export const stored = 0;
export const deflated = 8;

/**
 * Maximum bytes that Deflate can produce from one byte (two bits for 258 bytes). A member that declares more is
 * damaged.
 */
const maxExpansion = 1032;
/** Maximum size of a decompressed member. A larger one would leave no memory for the mesh. */
const maxMemberBytes = 2 ** 30;

/**
 * Reads the directory of an archive. Members are decompressed by `readMember`. Part names of packages are not case-sensitive (ECMA-376 part 2, section
 * 6.2.2.3). Where names are exact, the last of several members with one name counts, as for other programs.
 * @throws InspectorError `truncated`, `malformed`, with the byte.
 */
export function openZip(bytes: Uint8Array, names: 'exact' | 'inAnyCase' = 'inAnyCase'): ZipArchive {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const directory = findDirectory(view);
  const members = new Map<string, ZipMember>();
  let at = directory.offset;
  for (let i = 0; i < directory.count; i++) {
    if (at + centralBytes > bytes.length || view.getUint32(at, true) !== centralSignature)
      throw damaged(`entry ${i} of its directory is missing`, at);
    const nameBytes = view.getUint16(at + 28, true);
    const extraBytes = view.getUint16(at + 30, true);
    const next = at + centralBytes + nameBytes + extraBytes + view.getUint16(at + 32, true);
    if (next > bytes.length) throw damaged(`entry ${i} of its directory is cut off`, at);
    const name = decodeName(bytes.subarray(at + centralBytes, at + centralBytes + nameBytes))
      .replaceAll('\\', '/')
      .replace(/^\/+/, '');
    const key = names === 'exact' ? name : name.toLowerCase();
    if (names === 'inAnyCase' && members.has(key)) throw damaged(`it has two members named ${name}`, at);
    members.set(key, { name, ...readEntry(view, at, at + centralBytes + nameBytes, extraBytes) });
    at = next;
  }
  return { bytes, members, read: new Set(), readBytes: 0 };
}

/**
 * Returns the decompressed bytes of a member, after checking its checksum.
 * @throws InspectorError `malformed`, `truncated`, `count-exceeds-file`, `too-large`, `unsupported-feature`, with the
 * byte.
 */
export function readMember(archive: ZipArchive, name: string): Uint8Array | null {
  const { bytes, members } = archive;
  const member = members.get(name) ?? members.get(name.toLowerCase());
  if (member === undefined) return null;
  const { method, encrypted, checksum, storedBytes, bytes: size, offset } = member;
  const location = { byte: offset };
  if (encrypted) throw refuse('unsupported-feature', `${member.name} is encrypted`, 'Save the file without a password', location);
  if (method !== stored && method !== deflated) {
    throw refuse(
      'unsupported-feature',
      `${member.name} is compressed with the method ${method}, which is not read`,
      'Pack the archive with Deflate',
      location,
    );
  }
  const data = memberData(bytes, member);
  if (!archive.read.has(member)) archive.readBytes += storedBytes;
  archive.read.add(member);
  if (archive.readBytes > bytes.length) throw damaged(`${member.name} overlaps another member`, offset);
  if (method === stored && storedBytes !== size) throw damaged(`${member.name} has two sizes`, offset);
  if (size > maxMemberBytes)
    throw refuse(
      'too-large',
      `${member.name} has more than ${maxMemberBytes} bytes when decompressed`,
      'Split the file into parts',
      location,
    );
  if (size > maxExpansion * (storedBytes + 1)) {
    throw refuse(
      'count-exceeds-file',
      `${member.name} declares ${size} bytes, which ${storedBytes} packed ones cannot hold`,
      exportAgain,
      location,
    );
  }
  const content = method === stored ? data : inflate(data, size, member);
  if (content.length !== size || crc32(content) !== checksum) throw damaged(`the checksum (CRC) of ${member.name} is wrong`, offset);
  return content;
}

interface Directory {
  readonly offset: number;
  readonly count: number;
}

/**
 * Returns the directory that the end record declares. The record is the last of its kind, and a comment can follow it.
 */
function findDirectory(view: DataView): Directory {
  const first = Math.max(0, view.byteLength - endBytes - maxCommentBytes);
  for (let at = view.byteLength - endBytes; at >= first; at--) {
    if (view.getUint32(at, true) !== endSignature || at + endBytes + view.getUint16(at + 20, true) !== view.byteLength) continue;
    const count = view.getUint16(at + 10, true);
    const offset = view.getUint32(at + 16, true);
    const directory = count === 0xffff || offset === 0xffff_ffff ? findDirectory64(view, at) : { offset, count };
    if (directory.offset + directory.count * centralBytes > at) throw damaged('its directory does not fit into it', at);
    return directory;
  }
  throw refuse('truncated', 'The archive ends before its directory', exportAgain, { byte: view.byteLength });
}

function findDirectory64(view: DataView, end: number): Directory {
  const locator = end - 20;
  if (locator < 0 || view.getUint32(locator, true) !== locator64Signature) throw damaged('its 64-bit directory is missing', end);
  const at = readLarge(view, locator + 8);
  if (at + 56 > view.byteLength || view.getUint32(at, true) !== end64Signature) throw damaged('its 64-bit directory is missing', locator);
  return { count: readLarge(view, at + 32), offset: readLarge(view, at + 48) };
}

function readEntry(view: DataView, at: number, extraAt: number, extraBytes: number): Omit<ZipMember, 'name'> {
  const sizes = { bytes: view.getUint32(at + 24, true), storedBytes: view.getUint32(at + 20, true), offset: view.getUint32(at + 42, true) };
  return {
    method: view.getUint16(at + 10, true),
    encrypted: (view.getUint16(at + 8, true) & 1) !== 0,
    checksum: view.getUint32(at + 16, true),
    ...withLargeSizes(view, sizes, extraAt, extraBytes),
  };
}

interface Sizes {
  readonly bytes: number;
  readonly storedBytes: number;
  readonly offset: number;
}

/** Returns the sizes with 64 bits. Extra field 1 has, in this order, those of the three that exceed 32 bits. */
function withLargeSizes(view: DataView, sizes: Sizes, extraAt: number, extraBytes: number): Sizes {
  const end = extraAt + extraBytes;
  for (let at = extraAt; at + 4 <= end; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    let next = at + 4;
    const large = (value: number): number => {
      if (value !== 0xffff_ffff) return value;
      if (next + 8 > end) throw damaged('the sizes of a member are missing', at);
      next += 8;
      return readLarge(view, next - 8);
    };
    return { bytes: large(sizes.bytes), storedBytes: large(sizes.storedBytes), offset: large(sizes.offset) };
  }
  return sizes;
}

/** Returns the stored bytes of a member. Its local header repeats the name, with other extra fields. */
export function memberData(bytes: Uint8Array, { name, offset, storedBytes }: ZipMember): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (offset + localBytes > bytes.length || view.getUint32(offset, true) !== localSignature)
    throw damaged(`${name} is not where its directory says`, offset);
  const start = offset + localBytes + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + storedBytes > bytes.length) throw refuse('truncated', `The archive ends inside ${name}`, exportAgain, { byte: offset });
  return bytes.subarray(start, start + storedBytes);
}

/** Decompresses into memory of the declared size. Data that decompress to more are cut off, and the checksum fails. */
function inflate(data: Uint8Array, size: number, { name, offset }: ZipMember): Uint8Array {
  const out = allocate(() => new Uint8Array(size));
  try {
    return inflateSync(data, { out });
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw refuse('malformed', `The archive is damaged: ${name} cannot be unpacked`, exportAgain, { byte: offset }, detail);
  }
}

/** Returns 64 bits as a double: exact below 2^53, which exceeds any file length. */
function readLarge(view: DataView, at: number): number {
  return view.getUint32(at, true) + 2 ** 32 * view.getUint32(at + 4, true);
}

function damaged(what: string, byte: number): Error {
  return refuse('malformed', `The archive is damaged: ${what}`, exportAgain, { byte });
}
