import { isBoxwood } from './boxwood/layout.ts';
import { isThreeMeshBvh } from './three-mesh-bvh/layout.ts';

/**
 * Returns the format with trees that a file has; `null` for other files. The file name counts too, so that a baked file with damaged
 * first bytes is rejected as such.
 */
export function bakedFormat(bytes: Uint8Array, fileName: string): 'boxwood' | 'three-mesh-bvh' | null {
  if (isBoxwood(bytes)) return 'boxwood';
  if (isThreeMeshBvh(bytes)) return 'three-mesh-bvh';
  const name = fileName.toLowerCase();
  return name.endsWith('.boxwood') ? 'boxwood' : name.endsWith('.bvh.bin') ? 'three-mesh-bvh' : null;
}
