import { InspectorError } from '../../error.ts';
import { matrixOfTrs } from '../../math/trs.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { ColliderRole, ExactShape } from '../../mesh/collider-role.ts';
import { tessellate } from '../../mesh/tessellate-shape.ts';
import type { MeshPart, TriangleMesh } from '../../mesh/triangle-mesh.ts';

/** A shape that a reader found in the file of an engine. */
export interface ShapeInFile {
  readonly name: string;
  /** `null` for a part that is only rendered. */
  readonly role: ColliderRole | null;
  readonly translation: Vec3;
  /** x, y, z, w */
  readonly rotation: readonly [number, number, number, number];
  /** In the space of the shape; `null` for the primitive of the role. */
  readonly surface: { readonly positions: Float32Array | Float64Array; readonly triangles: Uint32Array } | null;
}

/** Triangles of all tessellated primitives: few bytes declare one of them. */
const maxTessellated = 2 ** 25;

/** Returns the role of a collider that the format of a file declares. */
export function roleInFile(shape: ColliderRole['shape'], exact: ExactShape | null): ColliderRole {
  return { shape, isRendered: false, isTrigger: false, of: null, from: 'format', exact };
}

/**
 * Returns the triangles of shapes, a part each; primitives are tessellated.
 * @throws InspectorError `too-large` for more primitives than memory holds as triangles.
 */
export function meshOfReadShapes(shapes: readonly ShapeInFile[]): TriangleMesh {
  checkPrimitives(shapes.flatMap(({ role, surface }) => (surface === null ? [role!.exact!] : [])));
  const surfaces = shapes.map(({ role, surface }) => surface ?? tessellate(role!.exact!));
  const positions = new Float64Array(surfaces.reduce((sum, surface) => sum + surface.positions.length, 0));
  const indices = new Uint32Array(surfaces.reduce((sum, surface) => sum + surface.triangles.length, 0));
  const parts: MeshPart[] = [];
  let [vertex, corner] = [0, 0];
  shapes.forEach(({ name, role, translation, rotation }, i) => {
    const surface = surfaces[i]!;
    const matrix = matrixOfTrs(translation, rotation, [1, 1, 1]);
    for (let at = 0; at < surface.positions.length; at += 3) {
      for (let k = 0; k < 3; k++) {
        positions[3 * vertex + at + k] =
          matrix[k]! * surface.positions[at] +
          matrix[4 + k]! * surface.positions[at + 1] +
          matrix[8 + k]! * surface.positions[at + 2] +
          matrix[12 + k]!;
      }
    }
    for (const [j, number] of surface.triangles.entries()) indices[corner + j] = number + vertex;
    const triangleCount = surface.triangles.length / 3;
    parts.push({ name, firstTriangle: corner / 3, triangleCount, worldFromPart: matrix, ...(role !== null && { role }) });
    vertex += surface.positions.length / 3;
    corner += surface.triangles.length;
  });
  return { positions, indices, parts };
}

/** Counts the triangles of primitives before any memory is taken for them. @throws InspectorError `too-large`. */
function checkPrimitives(shapes: readonly ExactShape[]): void {
  const counts = new Map<string, number>();
  let triangles = 0;
  for (const shape of shapes) {
    // All shapes of a kind have as many triangles, but a capsule without height is a sphere.
    const kind = `${shape.kind}${'height' in shape && shape.height === 0 ? ' without height' : ''}`;
    const count = counts.get(kind) ?? tessellate(shape).triangles.length / 3;
    counts.set(kind, count);
    triangles += count;
  }
  if (triangles <= maxTessellated) return;
  throw new InspectorError({
    code: 'too-large',
    message: `The file has ${shapes.length} primitives, which are ${triangles} triangles; at most ${maxTessellated} are shown`,
    fix: 'Split it into several files',
    location: {},
  });
}
