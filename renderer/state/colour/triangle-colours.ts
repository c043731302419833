import { length, type Vec3 } from '#core/math';
import { materialNumber, none, partLabel, triangleCount, type MeshPart, type TriangleMesh } from '#core/mesh';
import { childAt, childCount, leafCount, leafFirst, triangleAt, type Tree } from '#core/tree';
import type { MeshComponents } from './component-messages.ts';

/** How a group is painted; `renderer/scene/group-colour.ts` has the colours. */
export type GroupPaint =
  /** One of many, by a number that stays the same when others come and go. */
  | { readonly kind: 'category'; readonly index: number }
  | { readonly kind: 'none' }
  | { readonly kind: 'role'; readonly role: PartKind }
  | { readonly kind: 'facing'; readonly facing: Facing }
  | { readonly kind: 'depth'; readonly depth: number; readonly deepest: number };

export type PartKind = 'rendered' | 'both' | 'collider' | 'trigger';
export type Facing = 'walkable' | 'steep' | 'down' | 'none';

export interface ColourGroup {
  readonly label: string;
  readonly triangles: number;
  readonly paint: GroupPaint;
}

/** The groups of the triangles of a mesh. */
export interface TriangleColours {
  readonly groups: readonly ColourGroup[];
  /** (T) group of each triangle. */
  readonly groupOf: Uint32Array;
}

export function byPart(mesh: TriangleMesh): TriangleColours {
  const groupOf = groupOfParts(mesh, (_, at) => at);
  return counted(
    groupOf,
    mesh.parts.map(({ name }, part) => ({ label: partLabel(name, part), paint: { kind: 'category', index: part } })),
  );
}

export function byMaterial(mesh: TriangleMesh): TriangleColours {
  const names = mesh.materials?.names ?? [];
  const groupOf = new Uint32Array(triangleCount(mesh)).fill(names.length);
  const runs = mesh.materials?.runs ?? [];
  for (let i = 0; i < runs.length; i += 2) {
    const first = runs[i]!;
    const material = materialNumber(mesh.materials, first);
    if (material >= 0) groupOf.fill(material, first, runs[i + 2] ?? groupOf.length);
  }
  const named = names.map((label, index): Group => ({ label: label || 'unnamed', paint: { kind: 'category', index } }));
  return counted(groupOf, [...named, { label: 'No material', paint: { kind: 'none' } }]);
}

const roleLabels = {
  rendered: 'Rendered',
  both: 'Rendered and collider',
  collider: 'Collider',
  trigger: 'Trigger',
} as const satisfies Record<PartKind, string>;

export function byRole(mesh: TriangleMesh): TriangleColours {
  const roles = Object.keys(roleLabels) as PartKind[];
  const groupOf = groupOfParts(mesh, (part) => roles.indexOf(partKind(part)));
  return counted(
    groupOf,
    roles.map((role) => ({ label: roleLabels[role], paint: { kind: 'role', role } })),
  );
}

function partKind({ role }: MeshPart): PartKind {
  if (role === undefined) return 'rendered';
  if (role.isTrigger) return 'trigger';
  return role.isRendered ? 'both' : 'collider';
}

/** @param at number of the file among the open ones */
export function byFile(mesh: TriangleMesh, at: number, name: string): TriangleColours {
  return counted(new Uint32Array(triangleCount(mesh)), [{ label: name, paint: { kind: 'category', index: at } }]);
}

/** The components are numbered by their lowest triangle; their colours follow their numbers. */
export function byComponent({ count, setOf }: MeshComponents): TriangleColours {
  const groupOf = setOf.map((set) => (set === none ? count : set));
  const named = Array.from({ length: count }, (_, index): Group => ({ label: `Component ${index}`, paint: { kind: 'category', index } }));
  return counted(groupOf, [...named, { label: 'No edges', paint: { kind: 'none' } }]);
}

/**
 * Groups triangles by the angle between their normal, which follows the winding, and `up`: at most the walkable limit, up to 90 degrees,
 * and more. Triangles without area or with non-finite vertices face nowhere.
 */
export function byFacing(mesh: TriangleMesh, up: Vec3, walkableDegrees: number): TriangleColours {
  const { positions: p, indices } = mesh;
  const [ux, uy, uz] = up.map((value) => value / length(up)) as [number, number, number];
  const minCosine = Math.cos((walkableDegrees * Math.PI) / 180);
  const groupOf = new Uint32Array(triangleCount(mesh));
  for (let triangle = 0; triangle < groupOf.length; triangle++) {
    const a = 3 * indices[3 * triangle]!;
    const b = 3 * indices[3 * triangle + 1]!;
    const c = 3 * indices[3 * triangle + 2]!;
    const [x1, y1, z1] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!];
    const [x2, y2, z2] = [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!, p[c + 2]! - p[a + 2]!];
    const [nx, ny, nz] = [y1 * z2 - z1 * y2, z1 * x2 - x1 * z2, x1 * y2 - y1 * x2];
    const size = Math.hypot(nx, ny, nz);
    const cosine = (nx * ux + ny * uy + nz * uz) / size;
    // Rounding must not decide about a slope that is modelled at the limit.
    groupOf[triangle] = !(size > 0) || !Number.isFinite(cosine) ? 3 : cosine >= minCosine - angleNoise ? 0 : cosine >= -angleNoise ? 1 : 2;
  }
  const limit = `${Number(walkableDegrees.toFixed(2))}°`;
  const paint = (facing: Facing): GroupPaint => ({ kind: 'facing', facing });
  return counted(groupOf, [
    { label: `Walkable, up to ${limit}`, paint: paint('walkable') },
    { label: `Too steep, up to 90°`, paint: paint('steep') },
    { label: 'Facing down', paint: paint('down') },
    { label: 'No area', paint: paint('none') },
  ]);
}

const angleNoise = 1e-9;

/** Groups triangles by the depth of their leaf. Triangles that are not in the tree come last. */
export function byDepth(mesh: TriangleMesh, tree: Tree): TriangleColours {
  const deepest = tree.depth;
  const groupOf = new Uint32Array(triangleCount(mesh)).fill(deepest + 1);
  const nodes = tree.nodeCount > 0 ? [0] : [];
  const depths = [0];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    const depth = depths.pop()!;
    const children = childCount(tree, node);
    for (let i = 0; i < children; i++) {
      nodes.push(childAt(tree, node, i));
      depths.push(depth + 1);
    }
    if (children > 0) continue;
    const first = leafFirst(tree, node);
    const end = first + leafCount(tree, node);
    for (let at = first; at < end; at++) groupOf[triangleAt(tree, at)] = depth;
  }
  const levels = Array.from(
    { length: deepest + 1 },
    (_, depth): Group => ({ label: `Depth ${depth}`, paint: { kind: 'depth', depth, deepest } }),
  );
  return counted(groupOf, [...levels, { label: 'Not in the tree', paint: { kind: 'none' } }]);
}

type Group = Omit<ColourGroup, 'triangles'>;

function groupOfParts(mesh: TriangleMesh, numberOf: (part: MeshPart, at: number) => number): Uint32Array {
  const groupOf = new Uint32Array(triangleCount(mesh));
  mesh.parts.forEach((part, at) => groupOf.fill(numberOf(part, at), part.firstTriangle, part.firstTriangle + part.triangleCount));
  return groupOf;
}

function counted(groupOf: Uint32Array, groups: readonly Group[]): TriangleColours {
  const counts = new Uint32Array(groups.length);
  for (const group of groupOf) counts[group]!++;
  return { groupOf, groups: groups.map((group, at) => ({ ...group, triangles: counts[at]! })) };
}
