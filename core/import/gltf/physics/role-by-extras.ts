import type { ColliderRole } from '../../../mesh/collider-role.ts';
import { readColliderPhysics } from '../../../mesh/collider-physics.ts';
import { isObject } from '../document.ts';

/**
 * Returns the collider role that the extras of a node declare: `{ "data": "collision", "shape": "box" }`, or
 * `"physics"` with a `type`, as Sketchbook and compatible files use. Boxwood's own GLB bakes add `rendered`,
 * `trigger` and `physics`, as `ColliderPhysics`. Returns `null` for other extras.
 */
export function roleByExtras(extras: unknown): ColliderRole | null {
  if (!isObject(extras) || (extras['data'] !== 'collision' && extras['data'] !== 'physics')) return null;
  const word = extras['shape'] ?? extras['type'];
  const shape =
    word === 'box' || word === 'sphere' || word === 'capsule' || word === 'cylinder'
      ? word
      : word === 'convex' || word === 'hull'
        ? 'hull'
        : 'triangles';
  const physics = extras['physics'] === undefined ? undefined : readColliderPhysics(extras['physics']);
  return {
    shape,
    isRendered: extras['rendered'] === true,
    isTrigger: extras['trigger'] === true,
    of: null,
    from: 'extras',
    exact: null,
    ...(physics !== undefined && { physics }),
  };
}
