import { mirrors } from '../../math/matrix.ts';
import { identityTransform, inverseTransform, type Transform, transformPoint } from '../../math/transform.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { isFiniteTriangle, type MeshPart, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { PlaceOptions } from '../../options/place-options.ts';
import type { SceneInstance } from '../document/scene-document.ts';

/** The distinct meshes of a file, and their instances. */
export interface PlacedParts {
  /** Each in the space of its part, with the name of its first part. */
  readonly meshes: readonly TriangleMesh[];
  readonly instances: readonly SceneInstance[];
}

/** Relative difference of positions that counts as rounding: the file's positions went to world space and back. */
const tolerance = 1e-6;

/**
 * Returns the parts of a file as instances. Parts whose triangles are equal in their own space, up to rounding, are instances of one mesh.
 * That finds nodes of glTF with the same mesh, copies of EXT_mesh_gpu_instancing, and instances of FBX, COLLADA and USD. Parts without
 * finite triangles are left out. A part without a transform, or with a singular one, is placed by the identity. Mirrored instances are instances of
 * the same mesh: importers flip the winding of their triangles, which is undone.
 */
export function placeParts(mesh: TriangleMesh, { set, layer, mask }: Pick<PlaceOptions, 'set' | 'layer' | 'mask'>): PlacedParts {
  const meshes: TriangleMesh[] = [];
  const byShape = new Map<string, number[]>();
  const instances: SceneInstance[] = [];
  for (const part of mesh.parts) {
    if (!hasFiniteTriangle(mesh, part)) continue;
    const matrix = placementOf(part);
    const own = ownMesh(mesh, part, matrix, mirrors(matrix));
    const key = `${own.positions.length}/${own.indices.length}`;
    const alike = byShape.get(key) ?? [];
    let index = alike.find((other) => isSame(meshes[other], own));
    if (index === undefined && mirrors(matrix)) {
      // Of a reader that does not flip it.
      const asRead = ownMesh(mesh, part, matrix, false);
      index = alike.find((other) => isSame(meshes[other], asRead));
    }
    if (index === undefined) {
      index = meshes.length;
      meshes.push(own);
      byShape.set(key, [...alike, index]);
    }
    instances.push({ mesh: index, matrix, set, layer, mask, motion: null });
  }
  return { meshes, instances };
}

function hasFiniteTriangle(mesh: TriangleMesh, { firstTriangle, triangleCount }: MeshPart): boolean {
  for (let triangle = firstTriangle; triangle < firstTriangle + triangleCount; triangle++)
    if (isFiniteTriangle(mesh, triangle)) return true;
  return false;
}

function placementOf({ worldFromPart }: MeshPart): Transform {
  if (worldFromPart === null || !worldFromPart.every(Number.isFinite)) return identityTransform;
  return inverseTransform(worldFromPart).every(Number.isFinite) ? worldFromPart : identityTransform;
}

/** Returns the triangles of a part in its own space, with the vertices that they use. */
function ownMesh({ positions, indices }: TriangleMesh, part: MeshPart, worldFromPart: Transform, isFlipped: boolean): TriangleMesh {
  const partFromWorld = inverseTransform(worldFromPart);
  const numbers = new Map<number, number>();
  const points: Vec3[] = [];
  const own = new Uint32Array(3 * part.triangleCount);
  for (let i = 0; i < own.length; i++) {
    const side = isFlipped ? flippedSide[i % 3] : 0;
    const vertex = indices[3 * part.firstTriangle + i + side];
    let number = numbers.get(vertex);
    if (number === undefined) {
      number = points.length;
      numbers.set(vertex, number);
      points.push(transformPoint(partFromWorld, [positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]]));
    }
    own[i] = number;
  }
  const whole = { name: part.name, firstTriangle: 0, triangleCount: part.triangleCount, worldFromPart: null };
  return { positions: Float64Array.from(points.flat()), indices: own, parts: [whole] };
}

/** From each corner of a triangle to the one that takes its place: importers swap the second and the third. */
const flippedSide = [0, 1, -1] as const;

function isSame(a: TriangleMesh, b: TriangleMesh): boolean {
  if (!a.indices.every((vertex, i) => vertex === b.indices[i])) return false;
  const size = a.positions.reduce((most, value) => (Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most), 0);
  return a.positions.every((value, k) => Object.is(value, b.positions[k]) || Math.abs(value - b.positions[k]) <= tolerance * size);
}
