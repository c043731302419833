import type { Vec3 } from '../../math/vec3.ts';
import { isFiniteTriangle, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import type { Progress } from '../../progress.ts';
import { triangleNormal } from '../../shape/triangle-normal.ts';
import type { Baked, BakeInput } from '../bake-input.ts';
import { partsLostNote, physicsNote, transformsNote } from '../part-names.ts';
import { roundingNote, roundPositions } from '../round-positions.ts';
import { usedByTriangles } from '../used-by-triangles.ts';

const headerBytes = 80;
const facetsAt = 84;
const facetBytes = 50;
/** Triangles between two calls of `progress`. */
const reportStep = 1 << 12;

/** Writes binary STL: f32, three vertices for each triangle. The header holds the name of a single part if it fits. */
export function writeStl({ mesh }: BakeInput, progress: Progress): Baked {
  const { positions, indices, parts } = mesh;
  const rounded = roundPositions(positions, usedByTriangles(mesh, 'all'));
  const triangles = indices.length / 3;
  const bytes = new Uint8Array(facetsAt + facetBytes * triangles);
  const view = new DataView(bytes.buffer);
  if (parts.length === 1) bytes.set(headerText(parts[0].name));
  view.setUint32(headerBytes, triangles, true);
  for (let t = 0, at = facetsAt; t < triangles; t++, at += facetBytes) {
    if (t % reportStep === 0) progress(t / triangles);
    normalOf(mesh, t).forEach((value, k) => view.setFloat32(at + 4 * k, value, true));
    for (let corner = 0; corner < 3; corner++) {
      const vertex = 3 * indices[3 * t + corner];
      for (let k = 0; k < 3; k++) view.setFloat32(at + 12 * (corner + 1) + 4 * k, rounded.values[vertex + k], true);
    }
  }
  const sharing = {
    code: 'sharing-lost',
    message: 'Vertices are not shared: each triangle has its own three vertices',
    count: positions.length / 3,
  } as const;
  return { bytes, notes: [...roundingNote(rounded), sharing, ...partsLostNote(parts), ...transformsNote(parts), ...physicsNote(parts)] };
}

/** Returns zero if the triangle has no area or is not finite, as the format specifies. */
function normalOf(mesh: TriangleMesh, triangle: number): Vec3 {
  return (isFiniteTriangle(mesh, triangle) ? triangleNormal(...triangleVertices(mesh, triangle)) : null) ?? [0, 0, 0];
}

/** Returns printable ASCII that does not start with `solid`, the mark of text STL. */
function headerText(name: string): Uint8Array {
  const fits = /^[ -~]*$/.test(name) && name.length < headerBytes && !/^\s*solid/i.test(name);
  return new TextEncoder().encode(fits ? name : '');
}
