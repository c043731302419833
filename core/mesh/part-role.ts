import type { ColliderRole, ColliderShape, ExactShape } from './collider-role.ts';
import type { MeshPart } from './triangle-mesh.ts';

/**
 * What the name of a part says that it is; `null` when it names no collider.
 *
 * Unreal: `UCX_ UBX_ USP_ UCP_` before the name of what is seen, and perhaps `_` and a number behind it (FBX Static Mesh Pipeline,
 * "Collision"). Godot: `-col -colonly -convcol -convcolonly` at the end of a name, with `-`, `_` or `$`, before what exporters add to tell
 * copies apart (`scene/resource_importer_scene.cpp`). Neither minds upper case. Of a name of several parts each is looked at: `group/UCX_rock`.
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
 * The parts with their roles: what a reader of the format found, else what their names say. Of the parts that are seen each
 * collider is joined to the one whose name its own name holds, with the number behind it or without; one that is of none has `null`.
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

/** The primitives of a node, `rock/0` and `rock/1`, are one thing. */
export function wholeName(name: string): string {
  return name.replace(/\/\d+$/, '');
}

/** `level/UCX_rock[3]` and `UCX_rock/1` are both called `UCX_rock`. */
function piecesOf(name: string): readonly string[] {
  return name.split(/[/:|]/).map((piece) => piece.replace(/\[\d+\]$/, '').trim());
}

/** `collider, hull of rock`, `collider, box (trigger)`, `seen and collider, triangles`; `seen` for a part without a role. */
export function roleText(role: ColliderRole | null | undefined): string {
  if (role == null) return 'seen';
  const { shape, isRendered, isTrigger, of } = role;
  return `${isRendered ? 'seen and ' : ''}${isTrigger ? 'trigger' : 'collider'}, ${shape}${of === null ? '' : ` of ${of}`}`;
}

/** `2048 × 10 × 2048`, `radius 0.5`, `height 1, radii 0.5 above, 0.25 below`, in metres as the extensions have them. */
export function exactText(shape: ExactShape): string {
  switch (shape.kind) {
    case 'box':
      return shape.size.join(' × ');
    case 'sphere':
      return `radius ${shape.radius}`;
    case 'plane': {
      const { sizeX, sizeZ, isDoubleSided } = shape;
      const size = sizeX === null && sizeZ === null ? 'endless' : `${sizeX ?? 'endless'} × ${sizeZ ?? 'endless'}`;
      return isDoubleSided ? `${size}, both sides` : size;
    }
    case 'capsule':
    case 'cylinder': {
      const { height, radiusTop, radiusBottom } = shape;
      return `height ${height}, ${radiusTop === radiusBottom ? `radius ${radiusTop}` : `radii ${radiusTop} above, ${radiusBottom} below`}`;
    }
  }
}
