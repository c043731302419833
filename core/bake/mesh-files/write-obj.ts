import type { Progress } from '../../progress.ts';
import type { Baked, BakeInput } from '../bake-input.ts';
import type { BakeNote } from '../bake-note.ts';
import { lineNames, physicsNote, transformsNote } from '../part-names.ts';
import { textWriter, takeBytes, writeText } from '../text-writer.ts';
import { decimal } from './decimal.ts';

/** Coordinates or corners between two calls of `progress`. */
const reportStep = 3 << 12;

/**
 * Writes Wavefront OBJ: all vertices as the shortest decimals that read back as the same f64, then an object for each part.
 * Non-finite coordinates are written as `nan`.
 */
export function writeObj({ mesh }: BakeInput, progress: Progress): Baked {
  const { positions, indices, parts } = mesh;
  const { names, notes } = lineNames(parts);
  const writer = textWriter();
  const { names: materialNames, runs } = mesh.materials ?? { names: [], runs: [] };
  let run = 0;
  let replaced = 0;
  const lines = (positions.length + indices.length) / 3;
  for (let i = 0; i < positions.length; i += 3) {
    if (i % reportStep === 0) progress(i / 3 / lines);
    const x = positions[i];
    const y = positions[i + 1];
    const z = positions[i + 2];
    if (Math.abs(x) === Infinity || Math.abs(y) === Infinity || Math.abs(z) === Infinity) replaced++;
    writeText(writer, `v ${decimal(x)} ${decimal(y)} ${decimal(z)}\n`);
  }
  parts.forEach(({ firstTriangle, triangleCount }, part) => {
    if (names[part] !== '') writeText(writer, `o ${names[part]}\n`);
    const end = 3 * (firstTriangle + triangleCount);
    for (let i = 3 * firstTriangle; i < end; i += 3) {
      if (i % reportStep === 0) progress((positions.length + i) / 3 / lines);
      while (run < runs.length && 3 * (runs[run] ?? 0) <= i) {
        writeText(writer, `usemtl ${inOneLine(materialNames[runs[run + 1] ?? -1] ?? '')}`.trimEnd() + '\n');
        run += 2;
      }
      writeText(writer, `f ${indices[i] + 1} ${indices[i + 1] + 1} ${indices[i + 2] + 1}\n`);
    }
  });
  return { bytes: takeBytes(writer), notes: [...notes, ...transformsNote(parts), ...physicsNote(parts), ...infinityNote(replaced)] };
}

/** Returns a name without control characters and backslashes, which join lines. */
function inOneLine(name: string): string {
  return name.replace(/[\0-\x1f\\]/g, '_');
}

/** Returns a note if infinite coordinates were written as `nan`. */
export function infinityNote(count: number): readonly BakeNote[] {
  return count === 0 ? [] : [{ code: 'vertices-replaced', message: 'Infinite coordinates were written as nan', count }];
}
