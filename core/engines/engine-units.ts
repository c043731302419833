import type { ColliderShape } from '../mesh/collider-role.ts';
import { partLabel } from '../mesh/part-label.ts';
import { roleByName, wholeName } from '../mesh/part-role.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../mesh/triangle-mesh.ts';

/** Triangles that an engine holds as one shape. */
export interface EngineUnit {
  readonly name: string;
  /** The shape that the file declares; `null` without one. */
  readonly declared: ColliderShape | null;
  /** Triangles of the mesh, ascending; at least one is finite. */
  readonly triangles: Uint32Array;
}

/**
 * Returns the units of a mesh: its colliders if it declares any, else its parts. Primitives of one node are one unit. Units without a finite
 * triangle are left out.
 */
export function engineUnits(mesh: TriangleMesh): readonly EngineUnit[] {
  const roles = mesh.parts.map(({ name, role }) => role ?? roleByName(name));
  const hasColliders = roles.some((role) => role !== null);
  const units: { name: string; declared: ColliderShape | null; key: string; parts: number[] }[] = [];
  mesh.parts.forEach((part, i) => {
    const role = roles[i]!;
    if (hasColliders && role === null) return;
    const key = `${role?.shape ?? ''} ${wholeName(part.name)}`;
    const last = units.at(-1);
    const isNumbered = wholeName(part.name) !== part.name;
    if (last !== undefined && isNumbered && last.key === key && last.parts.at(-1) === i - 1) last.parts.push(i);
    else units.push({ name: wholeName(partLabel(part.name, i)), declared: role?.shape ?? null, key, parts: [i] });
  });
  const found = units.map(({ name, declared, parts }) => ({ name, declared, triangles: trianglesOf(mesh, parts) }));
  const whole = { name: 'mesh', declared: null, triangles: Uint32Array.from({ length: triangleCount(mesh) }, (_, i) => i) };
  return (mesh.parts.length === 0 ? [whole] : found).filter(({ triangles }) => triangles.some((t) => isFiniteTriangle(mesh, t)));
}

function trianglesOf({ parts }: TriangleMesh, chosen: readonly number[]): Uint32Array {
  return Uint32Array.from(
    chosen.flatMap((part) => Array.from({ length: parts[part]!.triangleCount }, (_, i) => parts[part]!.firstTriangle + i)),
  );
}

/** The triangles of a unit as a mesh of their own. */
export interface UnitMesh {
  readonly mesh: TriangleMesh;
  /** (V) index of each vertex in the whole mesh. */
  readonly vertices: Uint32Array;
}

/** Extracts triangles with the vertices that they use, both in their order. @param scratch (V) of the whole mesh, any content. */
export function unitMesh({ positions, indices }: TriangleMesh, triangles: Uint32Array, scratch: Uint32Array): UnitMesh {
  const corners = new Uint32Array(3 * triangles.length);
  for (let i = 0; i < corners.length; i++) corners[i] = indices[3 * triangles[Math.floor(i / 3)] + (i % 3)];
  const vertices = corners
    .slice()
    .sort()
    .filter((vertex, i, sorted) => i === 0 || vertex !== sorted[i - 1]);
  const own = new Float64Array(3 * vertices.length);
  for (let i = 0; i < vertices.length; i++) {
    scratch[vertices[i]] = i;
    for (let k = 0; k < 3; k++) own[3 * i + k] = positions[3 * vertices[i] + k];
  }
  return { mesh: { positions: own, indices: corners.map((vertex) => scratch[vertex]), parts: [] }, vertices };
}
