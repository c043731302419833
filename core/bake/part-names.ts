import type { MeshPart } from '../mesh/triangle-mesh.ts';
import type { BakeNote } from './bake-note.ts';

/** One name for each part in a format of text lines, with a note if names were changed. */
export interface LineNames {
  readonly names: readonly string[];
  readonly notes: readonly BakeNote[];
}

/**
 * Returns names without control characters, without blanks or backslashes at the end, and different from the name before, because
 * readers join parts with the same name. A name is only empty if there is one part.
 */
export function lineNames(parts: readonly MeshPart[]): LineNames {
  const names: string[] = [];
  for (const [i, { name }] of parts.entries()) {
    const plain = oneLine(name);
    const filled = plain === '' && parts.length > 1 ? `part ${i + 1}` : plain;
    names.push(filled === names[i - 1] ? `${filled} (${i + 1})` : filled);
  }
  const count = names.filter((name, i) => name !== parts[i].name).length;
  const message = 'Part names were changed, because the format cannot store them or would join parts with the same name';
  return { names, notes: count === 0 ? [] : [{ code: 'names-changed', message, count }] };
}

function oneLine(name: string): string {
  const line = name
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
  return cut(line).replace(/[\s\\]+$/, '');
}

/** Readers, including ours, cut longer names; there is room for a number after the name. */
const maxNameBytes = 1000;

function cut(name: string): string {
  const bytes = new TextEncoder().encode(name);
  // In stream mode the decoder drops an incomplete last character.
  return bytes.length <= maxNameBytes ? name : new TextDecoder().decode(bytes.subarray(0, maxNameBytes), { stream: true });
}

/** Returns a note if the format cannot store the friction, restitution or layers of colliders. */
export function physicsNote(parts: readonly MeshPart[]): readonly BakeNote[] {
  const count = parts.filter(({ role }) => role?.physics !== undefined).length;
  const message = 'Friction, restitution and collision layers of colliders were not written';
  return count === 0 ? [] : [{ code: 'physics-lost', message, count }];
}

/** Returns a note for several parts in a format without parts. */
export function partsLostNote(
  parts: readonly MeshPart[],
  message = 'The format has no parts, so all triangles were written as one mesh',
): readonly BakeNote[] {
  return parts.length < 2 ? [] : [{ code: 'parts-lost', message, count: parts.length }];
}

/** Returns a note if parts have transforms. */
export function transformsNote(parts: readonly MeshPart[]): readonly BakeNote[] {
  const count = parts.filter(({ worldFromPart }) => worldFromPart !== null).length;
  const message = 'Transforms of parts were applied to the vertices and not stored';
  return count === 0 ? [] : [{ code: 'transforms-applied', message, count }];
}
