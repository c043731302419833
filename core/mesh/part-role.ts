import type { ColliderRole, ColliderShape, ExactShape } from './collider-role.ts';
import type { MeshPart } from './triangle-mesh.ts';

/**
 * Returns the collider role that a part name declares; `null` if it declares none.
 *
 * Unreal: the prefix `UCX_ UBX_ USP_ UCP_`, the name of the rendered part, and optionally `_` and a number (FBX Static Mesh Pipeline,
 * "Collision"). Godot: the suffix `-col -colonly -convcol -convcolonly`, with `-`, `_` or `$`, before the copy number of an exporter
 * (`scene/resource_importer_scene.cpp`). Case does not matter. Each component of a path counts: `group/UCX_rock`.
 */
export function roleByName(name: string): ColliderRole | null {
  for (const piece of piecesOf(name)) {
    const unreal = /^(UCX|UBX|USP|UCP)_(.+)$/i.exec(piece);
    if (unreal !== null) return named(unrealShapes[unreal[1]!.toUpperCase()] ?? 'hull', false, unreal[2]!);
    const godot = /^(.*)[-_$](conv)?col(only)?[\s\d._]*$/i.exec(piece);
    if (godot !== null) return named(godot[2] === undefined ? 'triangles' : 'hull', godot[3] === undefined, godot[1]!);
  }
  return null;
}

const unrealShapes: Readonly<Record<string, ColliderShape>> = { UCX: 'hull', UBX: 'box', USP: 'sphere', UCP: 'capsule' };

function named(shape: ColliderShape, isRendered: boolean, of: string): ColliderRole {
  return { shape, isRendered, isTrigger: false, of: isRendered || of === '' ? null : of, from: 'name', exact: null };
}

/**
 * Returns the parts with their roles: those of the importer, or else those of their names. `of` of a collider becomes the rendered part with
 * the name in its own name, with or without its number; `null` if there is no such part.
 */
export function withRoles(parts: readonly MeshPart[]): readonly MeshPart[] {
  const roles = parts.map(({ name, role }) => role ?? roleByName(name));
  if (roles.every((role) => role === null)) return parts;
  const seen = new Map<string, string>();
  parts.forEach(({ name }, i) => {
    if (roles[i] === null || roles[i].isRendered)
      for (const piece of [name, ...piecesOf(name)])
        if (!seen.has(piece.toLowerCase())) seen.set(piece.toLowerCase(), piece === name ? name : wholeName(name));
  });
  return parts.map((part, i) => {
    const role = roles[i];
    if (role === null) return part;
    const wanted = role.of?.toLowerCase();
    const of = wanted === undefined ? null : (seen.get(wanted) ?? seen.get(wanted.replace(/_\d+$/, '')) ?? null);
    return { ...part, role: { ...role, of } };
  });
}

/** Returns the name of the node for its primitives `rock/0` and `rock/1`. */
export function wholeName(name: string): string {
  return name.replace(/\/\d+$/, '');
}

/** Returns the components of a name without copy numbers: `level/UCX_rock[3]` has `level` and `UCX_rock`. */
function piecesOf(name: string): readonly string[] {
  return name.split(/[/:|]/).map((piece) => piece.replace(/\[\d+\]$/, '').trim());
}

/** Returns `collider, hull of rock`, `trigger, box`, `rendered and collider, triangles`; `rendered` for a part without a role. */
export function roleText(role: ColliderRole | null | undefined): string {
  if (role == null) return 'rendered';
  const { shape, isRendered, isTrigger, of } = role;
  return `${isRendered ? 'rendered and ' : ''}${isTrigger ? 'trigger' : 'collider'}, ${shape}${of === null ? '' : ` of ${of}`}`;
}

/** Returns `2048 × 10 × 2048`, `radius 0.5` or `height 1, radii 0.5 top, 0.25 bottom`, in metres as in the extensions. */
export function exactText(shape: ExactShape): string {
  switch (shape.kind) {
    case 'box':
      return shape.size.join(' × ');
    case 'sphere':
      return `radius ${shape.radius}`;
    case 'plane': {
      const { sizeX, sizeZ, isDoubleSided } = shape;
      const size = sizeX === null && sizeZ === null ? 'infinite' : `${sizeX ?? 'infinite'} × ${sizeZ ?? 'infinite'}`;
      return isDoubleSided ? `${size}, two-sided` : size;
    }
    case 'capsule':
    case 'cylinder': {
      const { height, radiusTop, radiusBottom } = shape;
      return `height ${height}, ${radiusTop === radiusBottom ? `radius ${radiusTop}` : `radii ${radiusTop} top, ${radiusBottom} bottom`}`;
    }
  }
}
