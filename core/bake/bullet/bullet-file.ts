import { ByteReader } from '../byte-reader.ts';
import { bulletHeadBytes, bulletLetters, chunkHeadBytes, damagedBullet, isBullet } from './layout.ts';
import { readDna, type DnaField, type DnaStruct } from './read-dna.ts';
import { InspectorError } from '../../error.ts';

/** The bytes of a chunk, whose structs follow each other. */
export interface BulletChunk {
  readonly code: string;
  readonly struct: DnaStruct;
  readonly count: number;
  readonly view: DataView;
  /** Its first byte in the file. */
  readonly at: number;
}

/** The chunks of a `.bullet` file. */
export interface BulletFile {
  readonly chunks: readonly BulletChunk[];
  readonly chunkOf: ReadonlyMap<bigint, BulletChunk>;
  readonly structs: ReadonlyMap<string, DnaStruct>;
}

/** One struct of a chunk. */
export interface Item {
  readonly chunk: BulletChunk;
  readonly offset: number;
  readonly struct: DnaStruct;
}

/**
 * Reads the chunks of a file and its table of structs. @throws InspectorError `invalid-bytes`, `truncated` or `unsupported-dialect` at its byte.
 */
export function readBulletFile(bytes: Uint8Array): BulletFile {
  if (!isBullet(bytes)) throw damagedBullet(`it does not start with the letters ${bulletLetters}`, 0);
  const reader = new ByteReader(bytes, damagedBullet);
  checkHead(new TextDecoder('latin1').decode(reader.bytes(bulletHeadBytes, 'its head')));
  const raw: {
    readonly code: string;
    readonly at: number;
    readonly length: number;
    readonly pointer: bigint;
    number: number;
    count: number;
  }[] = [];
  for (;;) {
    const [at, code] = [reader.at, new TextDecoder('latin1').decode(reader.bytes(4, 'the head of a chunk'))];
    const length = reader.u32('the head of a chunk');
    const pointer = BigInt(reader.u32('the head of a chunk')) | (BigInt(reader.u32('the head of a chunk')) << 32n);
    const [number, count] = [reader.u32('the head of a chunk'), reader.u32('the head of a chunk')];
    raw.push({ code, at: at + chunkHeadBytes, length, pointer, number, count });
    const content = reader.bytes(length, `its chunk ${JSON.stringify(code)}`);
    if (code === 'DNA1') {
      const structs = readDna(content, at + chunkHeadBytes);
      const chunks = raw.slice(0, -1).map((chunk) => chunkOfStruct(bytes, chunk, structs));
      return {
        chunks,
        chunkOf: new Map(raw.slice(0, -1).map(({ pointer: old }, i) => [old, chunks[i]])),
        structs: new Map(structs.map((struct) => [struct.name, struct])),
      };
    }
  }
}

function checkHead(head: string): void {
  const foreign =
    head[6] === 'd'
      ? 'has 64-bit floats'
      : head[7] !== '-'
        ? 'has 32-bit pointers'
        : head[8] !== 'v'
          ? 'is big-endian'
          : !/^\d{3}$/.test(head.slice(9)) || Number(head.slice(9)) < 276
            ? `is of version ${JSON.stringify(head.slice(9))}`
            : null;
  if (foreign === null) return;
  throw new InspectorError({
    code: 'unsupported-dialect',
    message: `This .bullet file ${foreign}; files of Bullet 2.76 and later with 64-bit pointers and 32-bit floats, little-endian, are read`,
    fix: 'Save it by a Bullet of this kind, or bake it from its source',
    location: { byte: 6 },
  });
}

const noStruct = 0xffff_ffff;

function chunkOfStruct(
  bytes: Uint8Array,
  { code, at, length, number, count }: { code: string; at: number; length: number; number: number; count: number },
  structs: readonly DnaStruct[],
): BulletChunk {
  // Names are letters, of which the table has no struct.
  if (number === noStruct) {
    const view = new DataView(bytes.buffer, bytes.byteOffset + at, length);
    return { code, struct: { name: 'char', bytes: 1, fields: new Map() }, count: length, view, at };
  }
  if (number >= structs.length) throw damagedBullet(`a chunk has structs of number ${number}, and its table has ${structs.length}`, at - 8);
  const struct = structs[number];
  if (count * struct.bytes > length)
    throw damagedBullet(`a chunk has ${length} bytes, and ${count} of ${struct.name} need ${count * struct.bytes}`, at - 4);
  return { code, struct, count, view: new DataView(bytes.buffer, bytes.byteOffset + at, length), at };
}

export function itemAt(chunk: BulletChunk, i: number): Item {
  return { chunk, offset: i * chunk.struct.bytes, struct: chunk.struct };
}

function fieldOf({ struct, chunk }: Item, name: string): DnaField {
  const field = struct.fields.get(name);
  if (field === undefined) throw damagedBullet(`its struct ${struct.name} has no field ${name}`, chunk.at);
  return field;
}

/** Returns the byte of a field in its chunk, with room for a number of bytes. */
export function byteOf(item: Item, name: string, bytes: number): number {
  const at = item.offset + fieldOf(item, name).offset;
  if (at + bytes > item.chunk.view.byteLength) throw damagedBullet(`the field ${name} lies outside its chunk`, item.chunk.at);
  return at;
}

export function intOf(item: Item, name: string): number {
  return item.chunk.view.getInt32(byteOf(item, name, 4), true);
}

export function floatsOf(item: Item, name: string, count: number): readonly number[] {
  const at = byteOf(item, name, 4 * count);
  return Array.from({ length: count }, (_, i) => item.chunk.view.getFloat32(at + 4 * i, true));
}

/** Returns a struct within a struct, by the table of the file. */
export function partOf({ structs }: BulletFile, item: Item, name: string): Item {
  const field = fieldOf(item, name);
  const struct = structs.get(field.type);
  if (struct === undefined) throw damagedBullet(`its table has no struct ${field.type}`, item.chunk.at);
  return { chunk: item.chunk, offset: item.offset + field.offset, struct };
}

/** Returns the chunk that a pointer names with at least a number of structs; `null` for a null pointer. */
export function pointedTo(file: BulletFile, item: Item, name: string, count: number): BulletChunk | null {
  const at = byteOf(item, name, 8);
  const pointer = item.chunk.view.getBigUint64(at, true);
  if (pointer === 0n) return null;
  const chunk = file.chunkOf.get(pointer);
  if (chunk === undefined) throw damagedBullet(`its pointer ${name} leads to no chunk`, item.chunk.at + at);
  if (count < 0 || chunk.count < count || chunk.struct.bytes === 0)
    throw damagedBullet(`its pointer ${name} leads to ${chunk.count} of ${chunk.struct.name}, and ${count} are named`, item.chunk.at + at);
  return chunk;
}
