import { collisionFilterText, materialOf, partOfTriangle, physicsMaterialText, type TriangleMesh } from '#core/mesh';
import type { FigureLabel, FigureName } from '../../text/figures.ts';
import type { Fact } from './facts.tsx';

/**
 * Returns the surface of a triangle as the file states it: its material, and for a collider its friction and collision layers. Empty where
 * the file states nothing.
 */
export function surfaceFacts(mesh: TriangleMesh | undefined, triangle: number, of = ''): readonly Fact[] {
  if (mesh === undefined) return [];
  const part = partOfTriangle(mesh, triangle);
  const physics = part === null ? undefined : mesh.parts[part]?.role?.physics;
  const name = (figure: FigureName): FigureLabel => (of === '' ? figure : `${figure} of ${of}`);
  return [
    ...(mesh.materials === undefined ? [] : [[name('Material'), materialOf(mesh.materials, triangle) ?? 'none'] as const]),
    ...(physics?.material == null ? [] : [[name('Surface'), physicsMaterialText(physics.material)] as const]),
    ...(physics?.filter == null ? [] : [[name('Layers'), collisionFilterText(physics.filter)] as const]),
  ];
}
