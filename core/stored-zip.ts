import { crc32 } from './crc32.ts';
import { InspectorError } from './error.ts';

/**
 * Writes a ZIP archive whose members are stored as they are, piece by piece. The archive is each header that `add` returns, followed by the
 * bytes of its member. What `end` returns comes last. Source: PKWARE APPNOTE.TXT 6.3.10, sections 4.3 and 4.4.
 */
export interface StoredZip {
  /**
   * Returns the header of a member, which goes before its bytes.
   * @throws InspectorError `too-large` beyond 4 GiB or 65,535 members, which need another format of the archive.
   */
  add(name: string, bytes: Uint8Array): Uint8Array<ArrayBuffer>;
  /** As `add`, for bytes that are not in one piece. */
  addSized(name: string, byteLength: number, checksum: number): Uint8Array<ArrayBuffer>;
  /** Returns the directory. */
  end(): Uint8Array<ArrayBuffer>;
}

const localSignature = 0x04034b50;
const centralSignature = 0x02014b50;
const endSignature = 0x06054b50;
const version = 20;
const utf8Names = 0x800;
/** The first day of the format, 1980-01-01: archives of the same members are the same bytes. */
const date = 0x21;
const maxBytes = 0xffff_fffe;
const maxMembers = 0xffff;

interface Member {
  readonly name: Uint8Array;
  readonly bytes: number;
  readonly checksum: number;
  readonly offset: number;
}

export function createStoredZip(): StoredZip {
  const members: Member[] = [];
  let offset = 0;
  let directoryBytes = 0;
  const addSized: StoredZip['addSized'] = (text, bytes, checksum) => {
    const name = new TextEncoder().encode(text);
    const next = offset + 30 + name.length + bytes;
    if (members.length === maxMembers || next + directoryBytes + 46 + name.length + 22 > maxBytes) throw tooLarge();
    const member = { name, bytes, checksum, offset };
    members.push(member);
    offset = next;
    directoryBytes += 46 + name.length;
    return localHeader(member);
  };
  return {
    addSized,
    add: (name, bytes) => addSized(name, bytes.length, crc32(bytes)),
    end() {
      const directory = new Uint8Array(directoryBytes + 22);
      let at = 0;
      for (const member of members) at = writeCentral(directory, at, member);
      writeEnd(new DataView(directory.buffer, at), members.length, at, offset);
      return directory;
    },
  };
}

function localHeader(member: Member): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(30 + member.name.length);
  const view = new DataView(header.buffer);
  view.setUint32(0, localSignature, true);
  writeFields(view, 4, member);
  header.set(member.name, 30);
  return header;
}

function writeCentral(out: Uint8Array, at: number, member: Member): number {
  const view = new DataView(out.buffer, at);
  view.setUint32(0, centralSignature, true);
  view.setUint16(4, version, true);
  writeFields(view, 6, member);
  view.setUint32(42, member.offset, true);
  out.set(member.name, at + 46);
  return at + 46 + member.name.length;
}

/** The fields that both headers share: version, flags, method, time, date, checksum, sizes, length of the name. */
function writeFields(view: DataView, at: number, { name, bytes, checksum }: Member): void {
  view.setUint16(at, version, true);
  view.setUint16(at + 2, utf8Names, true);
  view.setUint16(at + 8, date, true);
  view.setUint32(at + 10, checksum, true);
  view.setUint32(at + 14, bytes, true);
  view.setUint32(at + 18, bytes, true);
  view.setUint16(at + 22, name.length, true);
}

function writeEnd(view: DataView, members: number, directoryBytes: number, offset: number): void {
  view.setUint32(0, endSignature, true);
  view.setUint16(8, members, true);
  view.setUint16(10, members, true);
  view.setUint32(12, directoryBytes, true);
  view.setUint32(16, offset, true);
}

function tooLarge(): InspectorError {
  return new InspectorError({
    code: 'too-large',
    message: 'The ZIP archive would exceed 4 GiB or 65,535 files',
    fix: 'Save fewer or smaller files',
    location: {},
  });
}
