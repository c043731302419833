import { roleByName } from '../../mesh/part-role.ts';
import type { ColliderRole } from '../../mesh/collider-role.ts';
import type { MeshPart, TriangleMesh } from '../../mesh/triangle-mesh.ts';

/** What is one surface by itself: all that is seen, or one collider. Different ones may lie in and through each other. */
export interface Body {
  /** What the collider is called, and what it is; `null` for all that is seen. */
  readonly collider: { readonly name: string; readonly role: ColliderRole } | null;
  /** Numbers of parts, ascending. */
  readonly parts: readonly number[];
}

/**
 * The bodies of a mesh: what is seen first, if only as triangles of no part, then every collider. The primitives of one node, and the
 * groups of one object, are one collider. A collider that is seen too is of what is seen.
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
    const goesOn =
      last !== undefined &&
      last.parts.at(-1) === i - 1 &&
      last.collider.name === name &&
      last.collider.role.shape === role.shape &&
      comesBehind(last.rest, rest);
    if (!goesOn) colliders.push({ collider: { name, role }, parts: [i], rest });
    else {
      last.parts.push(i);
      last.rest = rest;
    }
  });
  return [{ collider: null, parts: seen }, ...colliders];
}

/** What a part is for; `null` where it is only seen. */
export function roleOf({ name, role }: MeshPart): ColliderRole | null {
  return role ?? roleByName(name);
}

/** Whether a part is a collider and not seen. */
export function isCollider(part: MeshPart): boolean {
  return roleOf(part)?.isRendered === false;
}

/** Whether a part is none of what the scene of its file shows: only an extension refers to it, and it was asked for. */
export function isApart({ role }: MeshPart): boolean {
  return role?.from === 'extension' && !role.isRendered;
}

/** All triangles of some parts. */
export function trianglesOf({ parts }: TriangleMesh, chosen: readonly number[]): Uint32Array {
  const triangles = new Uint32Array(chosen.reduce((sum, part) => sum + parts[part].triangleCount, 0));
  let count = 0;
  for (const part of chosen) for (let i = 0; i < parts[part].triangleCount; i++) triangles[count++] = parts[part].firstTriangle + i;
  return triangles;
}

/** All triangles but those of the parts that are left out, ascending: those of no part too. */
export function trianglesBut({ parts, indices }: TriangleMesh, isLeftOut: (part: MeshPart) => boolean): Uint32Array {
  const isOut = new Uint8Array(indices.length / 3);
  for (const part of parts) if (isLeftOut(part)) isOut.fill(1, part.firstTriangle, part.firstTriangle + part.triangleCount);
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

/** Primitives ascend; one that does not is of another node with the same name. */
function comesBehind(before: string, rest: string): boolean {
  if (before === '' || rest === '' || before === rest) return false;
  const isNumber = /^\d+$/;
  return !(isNumber.test(before) && isNumber.test(rest)) || Number(rest) > Number(before);
}
