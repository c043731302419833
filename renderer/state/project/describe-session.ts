import type { KeptSession } from '#host-api';
import { formatCount } from '../../text/format-number.ts';

/** Returns the meshes of a kept session: `duck.obj`, `duck.obj and 2 more`. */
export function sessionMeshes({ names }: KeptSession): string {
  const [first = '', ...others] = names;
  return others.length === 0 ? first : `${first} and ${formatCount(others.length)} more`;
}

/** Returns what a kept session holds: `ray, section`. */
export function sessionContents({ holds }: KeptSession): string {
  return holds.length === 0 ? 'meshes only' : holds.join(', ');
}
