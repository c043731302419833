import { identityTransform, inverseTransform, type Transform, transformPoint } from '../../math/transform.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { MeshPart, TriangleMesh } from '../../mesh/triangle-mesh.ts';
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
 * triangles are left out. A part without a transform, or with a singular one, is placed by the identity.
 */
export function placeParts(mesh: TriangleMesh, { set, layer, mask }: Pick<PlaceOptions, 'set' | 'layer' | 'mask'>): PlacedParts {
  const meshes: TriangleMesh[] = [];
  const byShape = new Map<string, number[]>();
  const instances: SceneInstance[] = [];
  for (const part of mesh.parts) {
    if (part.triangleCount === 0) continue;
    const matrix = placementOf(part);
    const own = ownMesh(mesh, part, matrix);
    const key = `${own.positions.length}/${own.indices.length}`;
    const alike = byShape.get(key) ?? [];
    let index = alike.find((other) => isSame(meshes[other], own));
    if (index === undefined) {
      index = meshes.length;
      meshes.push(own);
      byShape.set(key, [...alike, index]);
    }
    instances.push({ mesh: index, matrix, set, layer, mask, motion: null });
  }
  return { meshes, instances };
}

function placementOf({ worldFromPart }: MeshPart): Transform {
  if (worldFromPart === null || !worldFromPart.every(Number.isFinite)) return identityTransform;
  return inverseTransform(worldFromPart).every(Number.isFinite) ? worldFromPart : identityTransform;
}

/** Returns the triangles of a part in its own space, with the vertices that they use. */
function ownMesh({ positions, indices }: TriangleMesh, part: MeshPart, worldFromPart: Transform): TriangleMesh {
  const partFromWorld = inverseTransform(worldFromPart);
  const numbers = new Map<number, number>();
  const points: Vec3[] = [];
  const own = new Uint32Array(3 * part.triangleCount);
  for (let i = 0; i < own.length; i++) {
    const vertex = indices[3 * part.firstTriangle + i];
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

function isSame(a: TriangleMesh, b: TriangleMesh): boolean {
  if (!a.indices.every((vertex, i) => vertex === b.indices[i])) return false;
  const size = a.positions.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return a.positions.every((value, k) => Math.abs(value - b.positions[k]) <= tolerance * size);
}
