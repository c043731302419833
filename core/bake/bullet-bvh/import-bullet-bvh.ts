import { bulletDocument } from '../bullet/import-bullet.ts';
import type { ImportedBake } from '../import-boxwood.ts';
import { readBulletBvh } from './read-bullet-bvh.ts';

/** Opens a mesh with an image for Bullet as a document. Its tree stays with Bullet: the document gets one of its own. @throws InspectorError as `readBulletBvh`. */
export function importBulletBvh(bytes: Uint8Array): ImportedBake {
  return bulletDocument('bullet-bvh', 'Bullet 3 mesh with its tree in place', readBulletBvh(bytes));
}
