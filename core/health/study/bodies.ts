import { roleByName } from '../../mesh/part-role.ts';
import type { ColliderRole } from '../../mesh/collider-role.ts';
import type { MeshPart, TriangleMesh } from '../../mesh/triangle-mesh.ts';

/** A surface that is checked by itself: the rendered mesh, or one collider. Bodies can overlap each other. */
export interface Body {
  /** Name and role of the collider; `null` for the rendered mesh. */
  readonly collider: { readonly name: string; readonly role: ColliderRole } | null;
  /** Numbers of parts, ascending. */
  readonly parts: readonly number[];
}

/**
 * Returns the bodies of a mesh: the rendered mesh first, even if only triangles without a part belong to it, then every collider. The
 * primitives of a node, or the groups of an object, are one collider. A rendered collider belongs to the rendered mesh.
 */
export function bodiesOf(parts: readonly MeshPart[]): readonly [Body, ...Body[]] {
  const seen: number[] = [];
  const colliders: { readonly collider: NonNullable<Body['collider']>; readonly parts: number[]; rest: string }[] = [];
  parts.forEach((part, i) => {
    const role = roleOf(part);
    if (!isCollider(part) || role === null) {
      seen.push(i);
      return;
    }
    const { name, rest } = nameOfCollider(part.name);
    const last = colliders.at(-1);
    const isSameCollider =
      last !== undefined &&
      last.parts.at(-1) === i - 1 &&
      last.collider.name === name &&
      last.collider.role.shape === role.shape &&
      follows(last.rest, rest);
    if (!isSameCollider) colliders.push({ collider: { name, role }, parts: [i], rest });
    else {
      last.parts.push(i);
      last.rest = rest;
    }
  });
  return [{ collider: null, parts: seen }, ...colliders];
}

/** Returns the role of a part; `null` if it is only rendered. */
export function roleOf({ name, role }: MeshPart): ColliderRole | null {
  return role ?? roleByName(name);
}

/** Whether a part is a collider that is not rendered. */
export function isCollider(part: MeshPart): boolean {
  return roleOf(part)?.isRendered === false;
}

/** Whether a part is not in the scene of its file: only an extension refers to it, and the import included it. */
export function isApart({ role }: MeshPart): boolean {
  return role?.from === 'extension' && !role.isRendered;
}

/** Returns all triangles of the chosen parts. */
export function trianglesOf({ parts }: TriangleMesh, chosen: readonly number[]): Uint32Array {
  const triangles = new Uint32Array(chosen.reduce((sum, part) => sum + parts[part].triangleCount, 0));
  let count = 0;
  for (const part of chosen) for (let i = 0; i < parts[part].triangleCount; i++) triangles[count++] = parts[part].firstTriangle + i;
  return triangles;
}

/** Returns all triangles except those of excluded parts, ascending. Triangles without a part are included. */
export function trianglesExcept({ parts, indices }: TriangleMesh, isExcluded: (part: MeshPart) => boolean): Uint32Array {
  const isOut = new Uint8Array(indices.length / 3);
  for (const part of parts) if (isExcluded(part)) isOut.fill(1, part.firstTriangle, part.firstTriangle + part.triangleCount);
  const triangles = new Uint32Array(isOut.length);
  let count = 0;
  for (let triangle = 0; triangle < isOut.length; triangle++) if (isOut[triangle] === 0) triangles[count++] = triangle;
  return triangles.slice(0, count);
}

/** `UCX_rock/0` is the first primitive of `UCX_rock`, `level/UCX_rock` a collider of its own, `UCX_rock/left` a group of it. */
function nameOfCollider(name: string): { readonly name: string; readonly rest: string } {
  const pieces = name.split('/');
  const naming = pieces.findIndex((piece) => roleByName(piece) !== null);
  const end = naming >= 0 ? naming + 1 : /^\d+$/.test(pieces.at(-1)!) ? pieces.length - 1 : pieces.length;
  return { name: pieces.slice(0, Math.max(1, end)).join('/'), rest: pieces.slice(Math.max(1, end)).join('/') };
}

/** Whether a primitive follows: numbers ascend within a node, so a lower number is of another node with the same name. */
function follows(before: string, rest: string): boolean {
  if (before === '' || rest === '' || before === rest) return false;
  const isNumber = /^\d+$/;
  return !(isNumber.test(before) && isNumber.test(rest)) || Number(rest) > Number(before);
}
