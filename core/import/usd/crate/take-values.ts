import { exportAgain, refuse } from '../../refuse.ts';
import type { ListEdits } from '../layer.ts';
import { takeLarge, type CrateCursor, type CrateFile } from './crate-file.ts';

export function skipDictionary(file: CrateFile, cursor: CrateCursor): void {
  const count = takeCount64(file, cursor, 12);
  for (let i = 0; i < count; i++) {
    cursor.at += 4;
    const offset = Number(readSigned(file, cursor.at));
    // The offset leads to the value, after which the next name follows.
    cursor.at += offset + 8;
    if (offset < 8 || cursor.at > file.bytes.length) throw cutOff(cursor.at);
  }
}

export function takeEdits<Item>(file: CrateFile, cursor: CrateCursor, take: (cursor: CrateCursor) => Item): ListEdits<Item> {
  if (cursor.at >= file.bytes.length) throw cutOff(cursor.at);
  const bits = file.bytes[cursor.at++];
  const list = (bit: number): readonly Item[] => ((bits & bit) === 0 ? [] : takeList(file, cursor, take));
  const explicit = list(2);
  const added = list(4);
  const prepended = list(32);
  const appended = list(64);
  return { explicit: (bits & 1) === 0 ? null : explicit, added: [...prepended, ...added, ...appended], deleted: list(8) };
}

export function takeList<Item>(file: CrateFile, cursor: CrateCursor, take: (cursor: CrateCursor) => Item): readonly Item[] {
  const count = takeCount64(file, cursor, 4);
  return Array.from({ length: count }, () => take(cursor));
}

/** Reads a count of elements with a minimum size each. */
export function takeCount64({ view }: CrateFile, cursor: CrateCursor, min: number): number {
  const byte = cursor.at;
  const count = takeLarge(view, cursor);
  if (cursor.at + count * min > view.byteLength)
    throw refuse('count-exceeds-file', `A list declares ${count} values, more than the file has bytes for`, exportAgain, { byte });
  return count;
}

/** Reads a count like `takeCount64`, with the width that the version uses for arrays. */
export function takeCount(file: CrateFile, cursor: CrateCursor, min: number): number {
  const byte = cursor.at;
  if (file.version < 5) cursor.at += 4;
  if (file.version >= 7) return takeCount64(file, cursor, min);
  const count = takeSmall(file, cursor);
  if (cursor.at + count * min > file.bytes.length)
    throw refuse('count-exceeds-file', `A list declares ${count} values, more than the file has bytes for`, exportAgain, { byte });
  return count;
}

export function takeToken(file: CrateFile, cursor: CrateCursor): string {
  return tokenAt(file, takeSmall(file, cursor));
}

export function takeString(file: CrateFile, cursor: CrateCursor): string {
  return stringAt(file, takeSmall(file, cursor));
}

export function takeSmall(file: CrateFile, cursor: CrateCursor): number {
  const value = readSmall(file, cursor.at);
  cursor.at += 4;
  return value;
}

export function readSmall({ view }: CrateFile, at: number): number {
  if (!(at >= 0 && at + 4 <= view.byteLength)) throw cutOff(at);
  return view.getUint32(at, true);
}

export function readSigned({ view }: CrateFile, at: number): bigint {
  if (!(at >= 0 && at + 8 <= view.byteLength)) throw cutOff(at);
  return view.getBigInt64(at, true);
}

export function tokenAt({ tokens }: CrateFile, index: number): string {
  const token = tokens[index];
  if (token === undefined) throw refuse('index-out-of-range', `A value refers to token ${index} of ${tokens.length}`, exportAgain);
  return token;
}

export function stringAt(file: CrateFile, index: number): string {
  const token = file.strings[index];
  if (token === undefined) throw refuse('index-out-of-range', `A value refers to text ${index} of ${file.strings.length}`, exportAgain);
  return tokenAt(file, token);
}

export function cutOff(byte: number): Error {
  return refuse('truncated', 'A value is after the end of the file', exportAgain, { byte: Math.max(0, byte) });
}
