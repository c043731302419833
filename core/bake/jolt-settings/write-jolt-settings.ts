import type { Progress } from '../../progress.ts';
import type { Baked, BakeInput } from '../bake-input.ts';
import { single } from '../bodies/single-positions.ts';
import type { BakeNote } from '../bake-note.ts';
import { noteOf } from '../bodies/shape-notes.ts';
import { heldPositions, leftOutMessages, noTriangleLeft } from '../leaf-mesh.ts';
import { partsLostNote, physicsNote, transformsNote } from '../part-names.ts';
import { roundingNote, roundPositions } from '../round-positions.ts';
import { writtenTriangles } from '../written-triangles.ts';
import { isFiniteTriangle, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { takeBytes, textWriter, writeText } from '../text-writer.ts';
import { streamClasses, streamHead } from './layout.ts';

/** Fraction of the progress before the text. */
const textFrom = 0.3;
/** Numbers between two calls of `progress`. */
const reportStep = 3 << 12;

/**
 * Writes the `MeshShapeSettings` of a mesh for `ObjectStreamIn::sReadObject` of Jolt, as text: f32 vertices, triangles in source order with their
 * number as user data, and the defaults of Jolt. Jolt builds the tree, so any version that knows the class reads it.
 * @throws whatever `progress` throws; InspectorError `no-triangles`; `too-large` for coordinates beyond f32.
 */
export function writeJoltSettings(input: BakeInput, progress: Progress): Baked {
  const { positions, sources, notes } = contentOf(input.mesh);
  progress(textFrom);
  const writer = textWriter();
  const total = positions.length + 3 * sources.length;
  const report = (done: number): void => {
    if (done % reportStep === 0) progress(textFrom + ((1 - textFrom) * done) / total);
  };
  writeText(writer, streamHead);
  for (const [name, fields] of Object.entries(streamClasses)) {
    writeText(writer, `\r\n\r\ndeclare ${name} ${fields.length}`);
    // Jolt itself ends the name of a class with a blank.
    for (const [field, type] of fields) writeText(writer, `\r\n  ${field} ${type}${type.includes('instance') ? ' ' : ''}`);
  }
  writeText(writer, `\r\n\r\nobject MeshShapeSettings 00000001\r\n  0\r\n  ${positions.length / 3}`);
  for (let i = 0; i < positions.length; i += 3) {
    report(i);
    writeText(writer, `\r\n    ${signed(positions[i])} ${signed(positions[i + 1])} ${signed(positions[i + 2])}`);
  }
  writeText(writer, `\r\n  ${sources.length}`);
  const { indices } = input.mesh;
  for (const [i, source] of sources.entries()) {
    report(positions.length + 3 * i);
    const corners = `3\r\n        ${indices[3 * source]}\r\n        ${indices[3 * source + 1]}\r\n        ${indices[3 * source + 2]}`;
    writeText(writer, `\r\n      ${corners}\r\n      0\r\n      ${source}`);
  }
  writeText(writer, '\r\n  0\r\n  8\r\n  0.996195018\r\n  true\r\n  0\r\n');
  return { bytes: takeBytes(writer), notes };
}

/** Returns the shortest decimal of an f32; the vertices that are read back have the sign of a zero too. */
function signed(value: number): string {
  return Object.is(value, -0) ? '-0' : single(value);
}

/** Returns the f32 vertices of a mesh, and the triangles that Jolt accepts. */
function contentOf(mesh: TriangleMesh): { positions: Float32Array; sources: Uint32Array; notes: readonly BakeNote[] } {
  const all = Uint32Array.from({ length: mesh.indices.length / 3 }, (_, t) => t);
  const finite = all.filter((t) => isFiniteTriangle(mesh, t));
  const sources = finite.filter(writtenTriangles('jolt', mesh));
  if (sources.length === 0) throw noTriangleLeft('jolt');
  const replaced = heldPositions(mesh, mesh.indices[3 * finite[0]], finite.length);
  const rounded = roundPositions(replaced.positions, null);
  const degenerate = finite.length - sources.length;
  const notes = [
    ...roundingNote(rounded),
    ...replaced.notes,
    ...noteOf('triangles-left-out', leftOutMessages.jolt, degenerate),
    ...transformsNote(mesh.parts),
    ...physicsNote(mesh.parts),
    ...partsLostNote(mesh.parts),
  ];
  return { positions: rounded.values, sources, notes };
}
