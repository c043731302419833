import { BufferAttribute, BufferGeometry, DoubleSide, Mesh, MeshBasicMaterial } from 'three';
import type { Vec3 } from '#core/math';
import { drawOrder } from './figure.ts';
import { layerOf, type Layer } from './layer.ts';
import type { Rgb } from './palette.ts';

/** Fills triangles lightly, three corners each, local space. */
export function filled(corners: readonly Vec3[], colour: Rgb): Layer {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(corners.flat()), 3));
  const material = new MeshBasicMaterial({ transparent: true, opacity: 0.14, depthWrite: false, side: DoubleSide });
  material.color.setRGB(...colour);
  const object = new Mesh(geometry, material);
  object.renderOrder = drawOrder.fill;
  return layerOf([object], [geometry, material]);
}
