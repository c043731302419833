import type { ListEdits, UsdArc } from '../layer.ts';
import type { CrateFile, CrateCursor } from './crate-file.ts';
import { cutOff, skipDictionary, takeCount64, takeEdits, takeList, takeSmall, takeString, takeToken } from './take-values.ts';
import { valueTypes, type ValueRep } from './read-values.ts';

export function readPathEdits(file: CrateFile, { payload }: ValueRep): ListEdits<number> {
  return takeEdits(file, { at: payload }, (cursor) => takeSmall(file, cursor));
}

export function readTokenEdits(file: CrateFile, { payload }: ValueRep): ListEdits<string> {
  return takeEdits(file, { at: payload }, (cursor) => takeToken(file, cursor));
}

/** A reference or payload as stored: the index of a path instead of the path of its prim. */
export type CrateArc = Omit<UsdArc, 'prim'> & { readonly path: number };

/** Returns references and payloads, a single one or list edits. */
export function readArcEdits(file: CrateFile, { type, payload }: ValueRep): ListEdits<CrateArc> {
  const isReference = type === valueTypes.referenceEdits;
  const take = (cursor: CrateCursor): CrateArc => {
    const location = { byte: cursor.at };
    const asset = takeString(file, cursor);
    const path = takeSmall(file, cursor);
    const hasTimes = isReference || file.version >= 8;
    const isRetimed = hasTimes && retimes(file, cursor.at);
    if (hasTimes) cursor.at += 16;
    if (isReference) skipDictionary(file, cursor);
    return { asset, path, isRetimed, location };
  };
  return type === valueTypes.payload
    ? { explicit: [take({ at: payload })], added: [], deleted: [] }
    : takeEdits(file, { at: payload }, take);
}

/** Returns whether an arc shifts or scales time. A scale of 0 counts as none. */
function retimes({ view }: CrateFile, at: number): boolean {
  if (at + 16 > view.byteLength) throw cutOff(at);
  const scale = view.getFloat64(at + 8, true);
  return view.getFloat64(at, true) !== 0 || (scale !== 0 && scale !== 1);
}

/** Returns whether a sublayer shifts or scales time. Each has a pair of numbers. */
export function readRetimes(file: CrateFile, { payload }: ValueRep): boolean {
  const cursor = { at: payload };
  const count = takeCount64(file, cursor, 16);
  for (let i = 0; i < count; i++) if (retimes(file, cursor.at + 16 * i)) return true;
  return false;
}

export function readSelection(file: CrateFile, { payload }: ValueRep): ReadonlyMap<string, string> {
  return new Map(takeList(file, { at: payload }, (cursor) => [takeString(file, cursor), takeString(file, cursor)] as const));
}
