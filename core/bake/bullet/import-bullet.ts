import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { engineBake } from '../engine-bake.ts';
import type { ImportedBake } from '../import-boxwood.ts';
import { readBullet } from './read-bullet.ts';

/**
 * Opens the triangle mesh shapes of a `.bullet` file as a document, a part for each. Their trees stay with Bullet: the document gets one of its
 * own.
 * @throws InspectorError as `readBullet`.
 */
export function importBullet(bytes: Uint8Array): ImportedBake {
  const { positions, index, shapes } = readBullet(bytes);
  let end = 0;
  const parts = shapes.map((triangleCount, i) => {
    const firstTriangle = end;
    end += triangleCount;
    return { name: shapes.length === 1 ? 'Bullet mesh' : `Bullet mesh ${i + 1}`, firstTriangle, triangleCount, worldFromPart: null };
  });
  const mesh: TriangleMesh = { positions: Float64Array.from(positions), indices: index, parts };
  return engineBake('bullet', 'Bullet 3', mesh);
}
