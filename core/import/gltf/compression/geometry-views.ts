import type { GltfDocument } from '../document.ts';
import { instancingAttributes } from '../gpu-instances.ts';

/**
 * Returns the indices of the buffer views with positions, indices and instance transforms. Views of normals and colours
 * are not included.
 */
export function geometryViews(document: GltfDocument): ReadonlySet<number> {
  const { meshes = [], nodes = [], accessors = [] } = document;
  const used = new Set<number>();
  for (const { attributes, indices } of meshes.flatMap(({ primitives }) => primitives)) {
    for (const accessor of [attributes['POSITION'], indices]) if (accessor !== undefined) used.add(accessor);
  }
  for (const [i, node] of nodes.entries()) for (const { accessor } of instancingAttributes(node, i) ?? []) used.add(accessor);
  const needed = new Set<number>();
  for (const index of used) {
    const accessor = accessors[index];
    const views = [accessor?.bufferView, accessor?.sparse?.indices.bufferView, accessor?.sparse?.values.bufferView];
    for (const view of views) if (view !== undefined) needed.add(view);
  }
  return needed;
}
