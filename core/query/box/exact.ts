import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import type { BoxSetup } from '../../shape/box-solid.ts';
import { boxTriangleExact } from '../../shape/box-triangle-exact.ts';
import { boxMisses, boxTriangle, boxUnsure } from '../../shape/box-triangle.ts';

/** Whether a box and a finite triangle overlap, exactly. `scratch` has 18 numbers. */
export function overlapsTriangle(mesh: TriangleMesh, triangle: number, box: BoxSetup, scratch: Float64Array): boolean {
  const { positions, indices } = mesh;
  const at = 3 * triangle;
  const result = boxTriangle(box, positions, 3 * indices[at], 3 * indices[at + 1], 3 * indices[at + 2], scratch);
  if (result !== boxUnsure) return result !== boxMisses;
  return boxTriangleExact(box.solid, ...triangleVertices(mesh, triangle));
}
