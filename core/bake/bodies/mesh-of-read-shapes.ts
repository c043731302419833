import { InspectorError } from '../../error.ts';
import { mirrors } from '../../math/matrix.ts';
import type { Matrix } from '../../math/transform.ts';
import { matrixOfTrs } from '../../math/trs.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { ColliderRole, ExactShape } from '../../mesh/collider-role.ts';
import { tessellate } from '../../mesh/tessellate-shape.ts';
import type { MeshPart, TriangleMesh } from '../../mesh/triangle-mesh.ts';

/** A shape that a reader found in the file of an engine. */
interface ShapeWithoutPose {
  readonly name: string;
  /** `null` for a part that is only rendered. */
  readonly role: ColliderRole | null;
  /** In the space of the shape; `null` for the primitive of the role. */
  readonly surface: { readonly positions: Float32Array | Float64Array; readonly triangles: Uint32Array } | null;
}

/** A shape with its place as a translation and a rotation. */
export interface ShapeInFile extends ShapeWithoutPose {
  readonly translation: Vec3;
  /** x, y, z, w */
  readonly rotation: readonly [number, number, number, number];
}

/** A shape with its place as a matrix, which may scale and mirror. */
export interface ShapeByMatrix extends ShapeWithoutPose {
  readonly worldFromPart: Matrix;
}

/** Triangles of primitives and of repeated meshes, or vertices of those with more of them: few bytes declare one of them. */
const maxRepeated = 2 ** 25;

/** Returns the role of a collider that the format of a file declares. */
export function roleInFile(shape: ColliderRole['shape'], exact: ExactShape | null): ColliderRole {
  return { shape, isRendered: false, isTrigger: false, of: null, from: 'format', exact };
}

/** Returns the triangles of shapes as `meshOfShapesByMatrix`. @throws as it. */
export function meshOfReadShapes(shapes: readonly ShapeInFile[]): TriangleMesh {
  return meshOfShapesByMatrix(
    shapes.map(({ name, role, surface, translation, rotation }) => ({
      name,
      role,
      surface,
      worldFromPart: matrixOfTrs(translation, rotation, [1, 1, 1]),
    })),
  );
}

/**
 * Returns the triangles of shapes, a part each; primitives are tessellated. A mirroring transform flips the winding.
 * @throws InspectorError `too-large` for more primitives and copies than memory holds as triangles
 */
export function meshOfShapesByMatrix(shapes: readonly ShapeByMatrix[]): TriangleMesh {
  checkRepeated(shapes);
  const surfaces = shapes.map(({ role, surface }) => surface ?? tessellate(role!.exact!));
  const positions = new Float64Array(surfaces.reduce((sum, surface) => sum + surface.positions.length, 0));
  const indices = new Uint32Array(surfaces.reduce((sum, surface) => sum + surface.triangles.length, 0));
  const parts: MeshPart[] = [];
  let [vertex, corner] = [0, 0];
  shapes.forEach(({ name, role, worldFromPart: m }, i) => {
    const { positions: p, triangles } = surfaces[i]!;
    for (let at = 0; at < p.length; at += 3) {
      for (let k = 0; k < 3; k++)
        positions[3 * vertex + at + k] = m[k]! * p[at]! + m[4 + k]! * p[at + 1]! + m[8 + k]! * p[at + 2]! + m[12 + k]!;
    }
    const second = mirrors(m) ? 2 : 1;
    for (let j = 0; j < triangles.length; j += 3) {
      indices[corner + j] = vertex + triangles[j];
      indices[corner + j + 1] = vertex + triangles[j + second];
      indices[corner + j + 2] = vertex + triangles[j + 3 - second];
    }
    parts.push({ name, firstTriangle: corner / 3, triangleCount: triangles.length / 3, worldFromPart: m, ...(role !== null && { role }) });
    vertex += p.length / 3;
    corner += triangles.length;
  });
  return { positions, indices, parts };
}

/**
 * Counts the triangles of primitives and copies, or the vertices of those with more of them, before any memory or time is taken for them.
 * @throws InspectorError `too-large` for more than memory holds as triangles.
 */
export function checkRepeated(shapes: readonly ShapeByMatrix[]): void {
  const counts = new Map<string, number>();
  const seen = new Set<object>();
  let [repeated, size] = [0, 0];
  for (const { role, surface } of shapes) {
    if (surface !== null && !seen.has(surface)) {
      seen.add(surface);
      continue;
    }
    repeated++;
    size += surface === null ? trianglesOf(role!.exact!, counts) : Math.max(surface.triangles.length, surface.positions.length) / 3;
  }
  if (size <= maxRepeated) return;
  throw new InspectorError({
    code: 'too-large',
    message: `The file has ${repeated} primitives and copies, which are ${size} triangles or vertices; at most ${maxRepeated} are shown`,
    fix: 'Split it into several files',
    location: {},
  });
}

/** All shapes of a kind have as many triangles, but a capsule without height is a sphere. */
function trianglesOf(shape: ExactShape, counts: Map<string, number>): number {
  const kind = `${shape.kind}${'height' in shape && shape.height === 0 ? ' without height' : ''}`;
  const count = counts.get(kind) ?? tessellate(shape).triangles.length / 3;
  counts.set(kind, count);
  return count;
}
