import type { Progress } from '../../progress.ts';
import type { Baked, BakeInput } from '../bake-input.ts';
import { partsLostNote, physicsNote, transformsNote } from '../part-names.ts';
import { textWriter, takeBytes, writeText } from '../text-writer.ts';
import { decimal } from './decimal.ts';
import { infinityNote } from './write-obj.ts';

/** Coordinates or corners between two calls of `progress`. */
const reportStep = 3 << 12;

/**
 * Writes OFF text: all vertices as the shortest decimals that read back as the same f64, one to a line, then the triangles.
 * Non-finite coordinates are written as `nan`. Source: Geomview manual, section 4.2.5 "OFF".
 */
export function writeOff({ mesh }: BakeInput, progress: Progress): Baked {
  const { positions, indices, parts } = mesh;
  const writer = textWriter();
  const vertices = positions.length / 3;
  const triangles = indices.length / 3;
  let replaced = 0;
  writeText(writer, `OFF\n${vertices} ${triangles} 0\n`);
  for (let i = 0; i < positions.length; i += 3) {
    if (i % reportStep === 0) progress(i / 3 / (vertices + triangles));
    const point = positions.subarray(i, i + 3);
    if (point.includes(Infinity) || point.includes(-Infinity)) replaced++;
    writeText(writer, `${decimal(positions[i])} ${decimal(positions[i + 1])} ${decimal(positions[i + 2])}\n`);
  }
  for (let i = 0; i < indices.length; i += 3) {
    if (i % reportStep === 0) progress((vertices + i / 3) / (vertices + triangles));
    writeText(writer, `3 ${indices[i]} ${indices[i + 1]} ${indices[i + 2]}\n`);
  }
  return {
    bytes: takeBytes(writer),
    notes: [...partsLostNote(parts), ...transformsNote(parts), ...physicsNote(parts), ...infinityNote(replaced)],
  };
}
