import { physicsText, type ColliderPhysics } from './collider-physics.ts';
import { roleText } from './part-role.ts';
import type { ColliderRole } from './collider-role.ts';
import { partOfTriangle, type TriangleMesh } from './triangle-mesh.ts';

/** A collider, with the number of triangles that belong to it. */
export interface ColliderOfTriangles {
  /** Index of the part. */
  readonly part: number;
  readonly name: string;
  readonly role: ColliderRole;
  readonly triangles: number;
}

/** Returns the colliders that triangles belong to, ascending by part. Rendered triangles belong to none. */
export function collidersOfTriangles(mesh: Pick<TriangleMesh, 'parts'>, triangles: ArrayLike<number>): readonly ColliderOfTriangles[] {
  if (mesh.parts.every(({ role }) => role === undefined)) return [];
  const counts = new Map<number, number>();
  for (let i = 0; i < triangles.length; i++) {
    const part = partOfTriangle(mesh, triangles[i]!);
    if (part !== null && mesh.parts[part]!.role !== undefined) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([part, count]) => ({ part, name: mesh.parts[part]!.name, role: mesh.parts[part]!.role!, triangles: count }));
}

/** Returns `UCX_Rock (collider, hull of Rock; friction 0.3 (average), restitution 0.1 (average); of props; with all)`. */
export function colliderText({ name, role }: { readonly name: string; readonly role: ColliderRole }): string {
  return `${name} (${[roleText(role), ...physicsTexts(role.physics)].join('; ')})`;
}

function physicsTexts(physics: ColliderPhysics | undefined): readonly string[] {
  return physics === undefined ? [] : physicsText(physics);
}
