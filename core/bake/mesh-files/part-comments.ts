import type { MeshPart } from '../../mesh/triangle-mesh.ts';

/** Readers search only the start of a PLY file for the end of its header, so the comments of many parts must not make it too long. */
const maxText = 1 << 18;

/** Returns parts as header lines of a PLY file, `comment part <first triangle> <triangles> <name>`; none if they are too long. */
export function partComments(parts: readonly MeshPart[], names: readonly string[]): readonly string[] {
  const comments = parts.map(({ firstTriangle, triangleCount }, i) =>
    `comment part ${firstTriangle} ${triangleCount} ${names[i]}`.trimEnd(),
  );
  return comments.join('\n').length > maxText ? [] : comments;
}

/** Returns the parts in the header of a PLY file. */
export function readPartComments(bytes: Uint8Array): readonly Pick<MeshPart, 'name' | 'firstTriangle' | 'triangleCount'>[] {
  // A copy, because decoders of browsers reject shared memory. A character takes up to three bytes.
  const [header] = new TextDecoder('utf-8').decode(bytes.slice(0, 4 * maxText)).split('\nend_header\n', 1);
  return [...header.matchAll(/^comment part (\d+) (\d+)(?: (.*))?$/gm)].map(([, first, count, name = '']) => ({
    name,
    firstTriangle: Number(first),
    triangleCount: Number(count),
  }));
}
