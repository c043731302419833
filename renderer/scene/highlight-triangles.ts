import { BufferAttribute, BufferGeometry, Mesh } from 'three';
import type { TriangleRange } from './expand-triangles.ts';
import { drawOrder } from './figure.ts';
import { layerOf, type Layer } from './layer.ts';
import type { Surface } from './mesh-layer.ts';
import type { Rgb } from './palette.ts';
import { surfaceMaterial, type SurfaceLook } from './surface-material.ts';

export interface LitLook {
  readonly colour: Rgb;
  readonly edge: Rgb;
  readonly opacity: number;
  /** Opacity where something is in front; 0 leaves it out. */
  readonly faint: number;
  readonly pattern?: SurfaceLook['pattern'];
}

/**
 * Some triangles of a mesh painted over: a run of them, or a list. The corners are the mesh's own on the GPU, so a list
 * costs 12 bytes a triangle and a run nothing.
 */
export function litTriangles(surface: Surface, triangles: TriangleRange | Uint32Array, look: LitLook): Layer {
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

/** Returns (3·n) the corners of triangles, for the index of a geometry that has three corners for each triangle. */
export function cornerIndices(triangles: Uint32Array): Uint32Array {
  const indices = new Uint32Array(3 * triangles.length);
  for (let i = 0; i < indices.length; i++) indices[i] = 3 * triangles[(i / 3) | 0]! + (i % 3);
  return indices;
}
