import { roleByName } from './part-role.ts';

/** What a whole file is for: its triangles are rendered, or only collided with. */
export const fileRoles = ['visual', 'collider'] as const;
export type FileRole = (typeof fileRoles)[number];

/**
 * Returns whether a file is a collider by its name: the collider names of parts, and words that people use for files, such as
 * `rock_collision.obj`, `rock.collider.glb`, `rock-hulls.stl` and `collision_rock.obj`. @param name file name with its extension
 */
export function roleOfFile(name: string): FileRole {
  const stem = name.replace(/(?<=.)\.[^.]*$/, '');
  const isCollider = roleByName(stem) !== null || wordAtEnd.test(stem) || wordAtBegin.test(stem);
  return isCollider ? 'collider' : 'visual';
}

const wordAtEnd =
  /(^|[-_.\s$])(coll?|colliders?|collisions?|colmesh|ucx|phys|physics|hulls?|(convex|col)?decomp(osition|osed)?)[-_.\s]*\d*$/i;
const wordAtBegin = /^(coll?|collider|collision)[-_.\s]/i;
