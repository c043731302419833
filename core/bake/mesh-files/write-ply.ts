import { unitName } from '../../mesh/source-space.ts';
import type { Progress } from '../../progress.ts';
import type { Baked, BakeInput } from '../bake-input.ts';
import { lineNames, partsLostNote, physicsNote, transformsNote } from '../part-names.ts';
import { partComments } from './part-comments.ts';

const vertexBytes = 24;
const faceBytes = 13;
/** Faces between two calls of `progress`. */
const reportStep = 1 << 12;

/**
 * Writes binary little-endian PLY with `double` coordinates, so that every bit of the vertices is kept. Parts become comments
 * (`part-comments.ts`), which other readers skip.
 */
export function writePly({ mesh, source, space }: BakeInput, progress: Progress): Baked {
  const { positions, indices, parts } = mesh;
  const { names, notes } = lineNames(parts);
  const vertices = positions.length / 3;
  const faces = indices.length / 3;
  const header = new TextEncoder().encode(
    [
      'ply',
      'format binary_little_endian 1.0',
      ...(source === null ? [] : [`comment source ${JSON.stringify(source.file)}`]),
      ...(space.metresPerUnit === null ? [] : [`comment unit ${JSON.stringify(unitName(space.metresPerUnit))}`]),
      ...partComments(parts, names),
      `element vertex ${vertices}`,
      ...['x', 'y', 'z'].map((axis) => `property double ${axis}`),
      `element face ${faces}`,
      'property list uchar int vertex_indices',
      'end_header\n',
    ].join('\n'),
  );
  const bytes = new Uint8Array(header.length + vertices * vertexBytes + faces * faceBytes);
  bytes.set(header);
  const facesAt = header.length + vertices * vertexBytes;
  // As bytes: this keeps the bits of NaNs, and the header length is rarely a multiple of 8.
  bytes.set(new Uint8Array(positions.buffer, positions.byteOffset, positions.byteLength), header.length);
  const view = new DataView(bytes.buffer, facesAt);
  for (let face = 0, at = 0; face < faces; face++, at += faceBytes) {
    if (face % reportStep === 0) progress(face / faces);
    view.setUint8(at, 3);
    for (let corner = 0; corner < 3; corner++) view.setInt32(at + 1 + 4 * corner, indices[3 * face + corner], true);
  }
  return {
    bytes,
    notes: [
      ...notes,
      ...partsLostNote(parts, 'Parts were written as comments, which most readers skip'),
      ...transformsNote(parts),
      ...physicsNote(parts),
    ],
  };
}
