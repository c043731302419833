import { roleByName } from './part-role.ts';

/** What a whole file is for: its triangles are rendered, or only collided with. */
export const fileRoles = ['visual', 'collider'] as const;
export type FileRole = (typeof fileRoles)[number];

/**
 * Returns whether a file is a collider by its name: the collider names of parts, and words that people use for files. Examples:
 * `rock_collision.obj`, `rock.collider.glb`, `rock-hulls.stl`, `rock_vhacd.obj`. @param name file name with its extension
 */
export function roleOfFile(name: string): FileRole {
  const stem = name.replace(/(?<=.)\.[^.]*$/, '');
  const isCollider = roleByName(stem) !== null || wordAtEnd.test(stem) || brushes.test(stem) || wordAtBegin.test(stem);
  return isCollider ? 'collider' : 'visual';
}

const wordAtEnd =
  /(^|[-_.\s$])(coll?|colliders?|collisions?|colmesh|ucx|phys|physics|hulls?|(convex|col)?decomp(osition|osed)?|v?hacd|coacd)[-_.\s]*\d*$/i;
/** Brushes of a level, as converters of maps name them: only after a dot, since a brush can also be a tool. */
const brushes = /\.brushes$/i;
const wordAtBegin = /^(coll?|collider|collision)[-_.\s]/i;
