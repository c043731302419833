import { formatMany } from '../../text/format-number.ts';
import { instanceCount } from '../instances/scene-input.ts';
import type { Snapshot } from './snapshot.ts';

/** Returns what a snapshot holds in addition to the meshes and the camera, in a few words each: `ray`, `2 bookmarks`. None: nothing was done yet. */
export function snapshotContents({ scene, documents, second, bookmarks }: Snapshot): readonly string[] {
  const { ray, sphere, probe, pins, measure, clearance, movingMesh, motion, instances, display } = scene;
  const { plane, box } = display.section;
  // A further mesh is hidden as a whole when it is opened: that is no work.
  const hidesSome = documents.some(
    ({ hidden, hiddenBefore }) => hidden.parts.length > 0 || hidden.triangles !== null || hiddenBefore !== null,
  );
  return [
    ray !== null && 'ray',
    sphere !== null && 'sphere',
    probe !== null && 'probe',
    pins.length > 0 && formatMany(pins.length, 'pinned probe'),
    (measure.length > 0 || clearance.length > 0) && 'measurement',
    (plane.isOn || box.isOn) && 'section',
    hidesSome && 'hidden parts',
    movingMesh !== null && (motion === null ? 'moving mesh' : 'moving mesh with motion'),
    instances !== null && `scene of ${formatMany(instanceCount(instances), 'instance')}`,
    second !== null && 'second view',
    bookmarks.length > 0 && formatMany(bookmarks.length, 'bookmark'),
  ].filter((word) => word !== false);
}
