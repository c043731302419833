import { isBoxwood } from './boxwood/layout.ts';
import { isThreeMeshBvh } from './three-mesh-bvh/layout.ts';

/**
 * Which of the formats with trees a file has; `null` for neither. A name is believed too: a baked file whose first bytes are
 * damaged is to be refused as one.
 */
export function bakedFormat(bytes: Uint8Array, fileName: string): 'boxwood' | 'three-mesh-bvh' | null {
  if (isBoxwood(bytes)) return 'boxwood';
  if (isThreeMeshBvh(bytes)) return 'three-mesh-bvh';
  const name = fileName.toLowerCase();
  return name.endsWith('.boxwood') ? 'boxwood' : name.endsWith('.bvh.bin') ? 'three-mesh-bvh' : null;
}
