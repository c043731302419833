import type { MeshPart } from '../mesh/triangle-mesh.ts';
import type { BakeNote } from './bake-note.ts';

/** Names for a format of text lines, one for each part, and a note when some had to change. */
export interface LineNames {
  readonly names: readonly string[];
  readonly notes: readonly BakeNote[];
}

/**
 * Names without line ends or other control characters, without blanks at the ends or a backslash that would join the
 * next line, none of them empty unless there is but one part, and none like the name before it: readers join such parts.
 */
export function lineNames(parts: readonly MeshPart[]): LineNames {
  const names: string[] = [];
  for (const [i, { name }] of parts.entries()) {
    const plain = oneLine(name);
    const filled = plain === '' && parts.length > 1 ? `part ${i + 1}` : plain;
    names.push(filled === names[i - 1] ? `${filled} (${i + 1})` : filled);
  }
  const count = names.filter((name, i) => name !== parts[i].name).length;
  const message = 'Names of parts were changed, because the format cannot hold them or would join neighbours of one name';
  return { names, notes: count === 0 ? [] : [{ code: 'names-changed', message, count }] };
}

function oneLine(name: string): string {
  const line = name
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
  return cut(line).replace(/[\s\\]+$/, '');
}

/** Readers, ours too, cut longer names; a number behind one still has room. */
const maxNameBytes = 1000;

function cut(name: string): string {
  const bytes = new TextEncoder().encode(name);
  // As a stream the decoder keeps back a letter that was cut through.
  return bytes.length <= maxNameBytes ? name : new TextDecoder().decode(bytes.subarray(0, maxNameBytes), { stream: true });
}

/** A note when colliders with friction, restitution or layers are written to a format that has no place for them. */
export function physicsNote(parts: readonly MeshPart[]): readonly BakeNote[] {
  const count = parts.filter(({ role }) => role?.physics !== undefined).length;
  const message = 'Friction, restitution and collision layers of colliders were left out';
  return count === 0 ? [] : [{ code: 'physics-lost', message, count }];
}

/** What formats without parts say about several of them. */
export function partsLostNote(
  parts: readonly MeshPart[],
  message = 'The format has no parts: all triangles were written as one mesh',
): readonly BakeNote[] {
  return parts.length < 2 ? [] : [{ code: 'parts-lost', message, count: parts.length }];
}

export function transformsNote(parts: readonly MeshPart[]): readonly BakeNote[] {
  const count = parts.filter(({ worldFromPart }) => worldFromPart !== null).length;
  const message = 'The transforms of the parts are applied to the vertices, and not written';
  return count === 0 ? [] : [{ code: 'transforms-applied', message, count }];
}
