import { takeBytes, textWriter, writeText } from '../text-writer.ts';
import type { PartSurface } from './physics-shape.ts';
import { centreOf, single } from './single-positions.ts';

/** Returns a surface as Wavefront OBJ, with f32 vertices relative to the centre of its bounds. */
export function objOfSurface(surface: PartSurface, worked: (numbers: number) => void): Uint8Array<ArrayBuffer> {
  const { positions, triangles } = surface;
  const [x, y, z] = centreOf(surface);
  const writer = textWriter();
  for (let i = 0; i < positions.length; i += 3) {
    worked(3);
    writeText(writer, `v ${single(positions[i] - x)} ${single(positions[i + 1] - y)} ${single(positions[i + 2] - z)}\n`);
  }
  for (let i = 0; i < triangles.length; i += 3) {
    worked(3);
    writeText(writer, `f ${triangles[i] + 1} ${triangles[i + 1] + 1} ${triangles[i + 2] + 1}\n`);
  }
  return takeBytes(writer);
}
