import { Inflate } from 'fflate';
import { deflated, memberData, stored, type ZipArchive } from './zip-archive.ts';

/** Packed bytes that are unpacked at a time, which gives at most a megabyte. */
const stepBytes = 1024;

/**
 * Returns the first bytes of a member, `count` or more where it has as many. The others are not unpacked, and nothing is checked. Returns `null` for a
 * member that cannot be unpacked.
 */
export function memberHead({ bytes, members }: ZipArchive, name: string, count: number): Uint8Array | null {
  const member = members.get(name);
  if (member === undefined || member.encrypted || (member.method !== stored && member.method !== deflated)) return null;
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    const data = memberData(bytes, member);
    if (member.method === stored) return data.subarray(0, count);
    const inflate = new Inflate((piece) => {
      pieces.push(piece);
      length += piece.length;
    });
    for (let at = 0; at < data.length && length < count; at += stepBytes) inflate.push(data.subarray(at, at + stepBytes));
  } catch {
    return null;
  }
  const head = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    head.set(piece, at);
    at += piece.length;
  }
  return head;
}
