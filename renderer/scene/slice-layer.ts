import { BufferAttribute, BufferGeometry, DataTexture, DoubleSide, Mesh, MeshBasicMaterial, NearestFilter, SRGBColorSpace } from 'three';
import type { SlicePicture } from '../state/probe/slice-state.ts';
import { sliceCorners } from '../state/probe/slice-grid.ts';
import { uncut } from './clip.ts';
import { drawOrder } from './figure.ts';
import { layerOf, type Layer } from './layer.ts';
import { toLocal, type LocalSpace } from './local-space.ts';
import { slicePixels } from './slice-colour.ts';

/** Draws the signed distances of a slice as a picture on its square. */
export function createSliceLayer({ input, columns, rows, distances, min, max }: SlicePicture, space: LocalSpace): Layer {
  if (input.shape.kind !== 'slice') return layerOf([], []);
  const corners = sliceCorners(input.shape).map((corner) => toLocal(space, corner));
  const texture = new DataTexture(slicePixels(distances, columns, rows, Math.max(-min, max)), columns, rows);
  texture.colorSpace = SRGBColorSpace;
  texture.magFilter = NearestFilter;
  texture.needsUpdate = true;
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(corners.flat()), 3));
  geometry.setAttribute('uv', new BufferAttribute(Float32Array.of(0, 0, 1, 0, 1, 1, 0, 1), 2));
  geometry.setIndex([0, 1, 2, 0, 2, 3]);
  const material = new MeshBasicMaterial({ map: texture, transparent: true, side: DoubleSide, toneMapped: false });
  const object = new Mesh(geometry, material);
  object.renderOrder = drawOrder.fill;
  return uncut(layerOf([object], [geometry, material, texture]));
}
