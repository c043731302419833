import { type Elements, itemWords } from '#core/health';
import type { Vec3 } from '#core/math';
import type { Bounds, TriangleMesh } from '#core/mesh';

/** Returns the bounds of an item of a finding, or of all items for `null`, source space; `null` if nothing of it is finite. */
export function itemBounds(mesh: TriangleMesh, elements: Elements, item: number | null): Bounds | null {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  const { positions, indices } = mesh;
  const add = (vertex: number): void => {
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[3 * vertex + axis]!;
      if (!Number.isFinite(value)) continue;
      if (value < min[axis]!) min[axis] = value;
      if (value > max[axis]!) max[axis] = value;
    }
  };
  const ofTriangles = elements.kind === 'triangle' || elements.kind === 'pair';
  for (const word of itemWords(elements, item)) {
    if (ofTriangles) for (let corner = 0; corner < 3; corner++) add(indices[3 * word + corner]!);
    else add(word);
  }
  return min.every(Number.isFinite) ? { min, max } : null;
}

/** Returns the centre of these bounds. */
export function itemCentre(mesh: TriangleMesh, elements: Elements, item: number): Vec3 | null {
  const bounds = itemBounds(mesh, elements, item);
  if (bounds === null) return null;
  const middle = (axis: 0 | 1 | 2): number => bounds.min[axis] / 2 + bounds.max[axis] / 2;
  return [middle(0), middle(1), middle(2)];
}
