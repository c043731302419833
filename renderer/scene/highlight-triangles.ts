import { BufferAttribute, BufferGeometry, Mesh } from 'three';
import { cornerIndices, type TriangleRange } from './expand-triangles.ts';
import { drawOrder } from './figure.ts';
import { layerOf, type Layer } from './layer.ts';
import type { Surface } from './mesh-layer.ts';
import type { Rgb } from './palette.ts';
import { surfaceMaterial, type SurfaceLook } from './surface-material.ts';

export interface HighlightLook {
  readonly colour: Rgb;
  readonly edge: Rgb;
  readonly opacity: number;
  /** Opacity where something is in front; 0 leaves it out. */
  readonly faint: number;
  readonly pattern?: SurfaceLook['pattern'];
}

/**
 * Returns a layer that paints over some triangles of a mesh: a run of them, or a list. It shares the corners of the mesh on the GPU,
 * so a list takes 12 bytes per triangle and a run nothing.
 */
export function highlightTriangles(surface: Surface, triangles: TriangleRange | Uint32Array, look: HighlightLook): Layer {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', surface.corners);
  geometry.boundingSphere = surface.sphere;
  if (triangles instanceof Uint32Array) geometry.setIndex(new BufferAttribute(cornerIndices(triangles), 1));
  else geometry.setDrawRange(3 * triangles.first, 3 * triangles.count);
  const pattern = look.pattern === undefined ? {} : { pattern: look.pattern };
  const front = surfaceMaterial({ mode: 'lit', colour: look.colour, edge: look.edge, opacity: look.opacity, ...pattern });
  const materials = [front];
  if (look.faint > 0) {
    materials.unshift(surfaceMaterial({ mode: 'behind', colour: look.colour, edge: look.edge, opacity: look.faint, ...pattern }));
  }
  const objects = materials.map((material) => {
    const object = new Mesh(geometry, material);
    object.renderOrder = drawOrder.lit;
    return object;
  });
  const own = {
    dispose(): void {
      // Disposing a geometry frees its attributes, and this one belongs to the mesh.
      geometry.deleteAttribute('position');
      geometry.dispose();
    },
  };
  return layerOf(objects, [own, ...materials]);
}
