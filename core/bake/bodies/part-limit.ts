import { InspectorError } from '../../error.ts';

/** Shapes of a file that readers of compounds build, the compound itself counted: few bytes may name a shape many times. */
export const maxFileShapes = 1 << 16;
/** Parts that writers of compounds write, so that their files are read again. */
export const maxFileParts = maxFileShapes - 1;

/** @throws InspectorError `too-large` for more colliding parts than a file of compounds has. */
export function checkPartCount(parts: number, engine: string): void {
  if (parts <= maxFileParts) return;
  throw new InspectorError({
    code: 'too-large',
    message: `The mesh has ${parts} parts that collide, and a file of shapes for ${engine} has at most ${maxFileParts}`,
    fix: 'Bake groups of parts into files of their own, or join parts that collide as triangles',
    location: {},
  });
}
