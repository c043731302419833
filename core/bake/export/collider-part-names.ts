import { freeNames } from '../../free-names.ts';
import type { ColliderRole, ColliderShape } from '../../mesh/collider-role.ts';
import { wholeName } from '../../mesh/part-role.ts';
import type { MeshPart, TriangleMesh } from '../../mesh/triangle-mesh.ts';

/** The engines whose names of colliders an export can write. */
export type ColliderNaming = 'same' | 'unreal' | 'godot';

const unrealPrefixes: Readonly<Record<ColliderShape, string>> = {
  triangles: 'UCX',
  hull: 'UCX',
  plane: 'UCX',
  box: 'UBX',
  sphere: 'USP',
  capsule: 'UCP',
  cylinder: 'UCX',
};

/**
 * Returns a mesh whose colliders have the names that an engine recognises: `UCX_rock_01` in Unreal, `rock-convcolonly` in Godot. In a mesh
 * without a collider all parts are named as colliders. The same mesh if no name changes; see `roleByName` for the sources.
 */
export function withColliderNames(mesh: TriangleMesh, naming: ColliderNaming): TriangleMesh {
  if (naming === 'same') return mesh;
  const hasColliders = mesh.parts.some(({ role }) => role !== undefined);
  const others = mesh.parts.filter(({ role }) => hasColliders && role === undefined).map(({ name }) => name);
  const free = freeNames((name) => name.toLowerCase(), others);
  const parts = mesh.parts.map((part, at): MeshPart => {
    if (hasColliders && part.role === undefined) return part;
    const base = baseOf(part, at);
    const name = free(base, (copy) => (naming === 'unreal' ? unrealName(base, part.role, copy) : godotName(base, part.role, copy)));
    return name === part.name ? part : { ...part, name };
  });
  return parts.every((part, i) => part === mesh.parts[i]) ? mesh : { ...mesh, parts };
}

/** The rendered part that a collider belongs to, else its own name without the marks of an engine. */
function baseOf({ name, role }: MeshPart, at: number): string {
  const own = wholeName(name)
    .replace(/^.*[/:|]/, '')
    .replace(/\[\d+\]$/, '')
    .replace(/^(UCX|UBX|USP|UCP)_/i, '')
    .replace(/[-_$](conv)?col(only)?([\s\d._]*)$/i, '');
  return role?.of ?? (own === '' ? `part${at}` : own);
}

/** Unreal numbers the colliders of a mesh from 01. */
function unrealName(base: string, role: ColliderRole | undefined, copy: number): string {
  return `${unrealPrefixes[role?.shape ?? 'hull']}_${base}_${String(copy).padStart(2, '0')}`;
}

/** A copy number stands before the mark: after it exporters write their own. */
function godotName(base: string, role: ColliderRole | undefined, copy: number): string {
  const mark = `${role === undefined || role.shape === 'triangles' ? 'col' : 'convcol'}${role?.isRendered === true ? '' : 'only'}`;
  return `${base}${copy === 1 ? '' : `_${copy}`}-${mark}`;
}
