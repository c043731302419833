import { Material, Plane, Vector3, type Object3D } from 'three';
import type { HalfSpace } from '../state/section/section.ts';
import { toLocal, type LocalSpace } from './local-space.ts';

/**
 * What a view keeps, as planes in view space that all clipped materials share. Their shaders have no extra instruction while there are none.
 */
export type ClipPlanes = Plane[];

/**
 * Width of the strip beyond a face that is still drawn, view units. A surface that lies in the face stays visible: without it, rounding in
 * f32 would decide for each pixel.
 */
const strip = 4e-6;

/** Sets the planes to what half-spaces of world space keep. */
export function setClipPlanes(planes: ClipPlanes, spaces: readonly HalfSpace[], view: LocalSpace): void {
  planes.length = 0;
  for (const { normal, offset } of spaces) {
    const [x, y, z] = toLocal(view, [normal[0] * offset, normal[1] * offset, normal[2] * offset]);
    const local = normal[0] * x + normal[1] * y + normal[2] * z;
    planes.push(new Plane(new Vector3(-normal[0], -normal[1], -normal[2]), local + strip * (1 + Math.abs(local))));
  }
}

/** Whether a point of view space is drawn. */
export function isDrawn(planes: ClipPlanes, point: Vector3): boolean {
  return planes.every((plane) => plane.distanceToPoint(point) >= 0);
}

/** Makes the materials below an object draw only what the planes keep, except those of objects marked by `uncut`. */
export function clipObject(object: Object3D, planes: ClipPlanes): void {
  if (object.userData[uncutMark] === true) return;
  if ('material' in object) {
    for (const material of [object.material].flat()) {
      if (!(material instanceof Material)) continue;
      material.clippingPlanes = planes;
      // Shaders of our own take part only if they say so.
      Object.assign(material, { clipping: true });
    }
  }
  for (const child of object.children) clipObject(child, planes);
}

const uncutMark = 'isUncut';

/** Marks an object that is drawn whole: a ray or a sphere of a query, which sees the whole mesh. */
export function uncut<Drawn extends { readonly object: Object3D }>(drawn: Drawn): Drawn {
  drawn.object.userData[uncutMark] = true;
  return drawn;
}
