import type { MeshPart } from '../../mesh/triangle-mesh.ts';

/** Readers search the header of a PLY file for its end; a scene of very many parts would put that out of their reach. */
const maxText = 1 << 18;

/** Parts as header lines of a PLY file, `comment part <first triangle> <triangles> <name>`; none where they were too many. */
export function partComments(parts: readonly MeshPart[], names: readonly string[]): readonly string[] {
  const comments = parts.map(({ firstTriangle, triangleCount }, i) =>
    `comment part ${firstTriangle} ${triangleCount} ${names[i]}`.trimEnd(),
  );
  return comments.join('\n').length > maxText ? [] : comments;
}

/** The parts that the header of a PLY file names so. */
export function readPartComments(bytes: Uint8Array): readonly Pick<MeshPart, 'name' | 'firstTriangle' | 'triangleCount'>[] {
  // A copy, because decoders of browsers take no shared memory. Names take up to three bytes a letter.
  const [header] = new TextDecoder('utf-8').decode(bytes.slice(0, 4 * maxText)).split('\nend_header\n', 1);
  return [...header.matchAll(/^comment part (\d+) (\d+)(?: (.*))?$/gm)].map(([, first, count, name = '']) => ({
    name,
    firstTriangle: Number(first),
    triangleCount: Number(count),
  }));
}
