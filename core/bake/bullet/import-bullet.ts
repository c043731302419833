import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { engineBake } from '../engine-bake.ts';
import type { ImportedBake } from '../import-boxwood.ts';
import type { BulletMesh } from './bullet-mesh.ts';
import { readBullet } from './read-bullet.ts';

/**
 * Opens the triangle mesh shapes of a `.bullet` file as a document, a part for each. Their trees stay with Bullet: the document gets one of its
 * own.
 * @throws InspectorError as `readBullet`.
 */
export function importBullet(bytes: Uint8Array): ImportedBake {
  return bulletDocument('bullet', 'Bullet 3', readBullet(bytes));
}

/** Returns triangle mesh shapes as a document, a part for each. */
export function bulletDocument(format: ImportedBake['format'], dialect: string, { positions, index, shapes }: BulletMesh): ImportedBake {
  let end = 0;
  const parts = shapes.map((triangleCount, i) => {
    const firstTriangle = end;
    end += triangleCount;
    return { name: shapes.length === 1 ? 'Bullet mesh' : `Bullet mesh ${i + 1}`, firstTriangle, triangleCount, worldFromPart: null };
  });
  const mesh: TriangleMesh = { positions: Float64Array.from(positions), indices: index, parts };
  return engineBake(format, dialect, mesh);
}
