import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Points, ShaderMaterial, Vector3 } from 'three';
import { drawOrder } from './figure.ts';
import type { PixelScale } from './line-material.ts';
import type { Palette } from './palette.ts';
import { uploadFirst } from './upload-first.ts';

/** Instances as squares of about their size on the screen. */
export interface InstancePoints {
  readonly object: Points;
  /** (4·n) centre and radius. */
  readonly spheres: BufferAttribute;
  /** (4·n) */
  readonly tint: BufferAttribute;
  dispose(): void;
}

/** The side of a square with the mean picture of a box, in diameters of the sphere around the box. */
const sideOfDiameter = 0.7;

export function createInstancePoints(count: number, { meshEdge }: Palette, { viewport }: PixelScale): InstancePoints {
  const material = new ShaderMaterial({
    vertexShader,
    fragmentShader,
    uniforms: { viewport, edgeColour: { value: new Vector3(...meshEdge) } },
  });
  const geometry = new BufferGeometry();
  const spheres = new BufferAttribute(new Float32Array(4 * count), 4).setUsage(DynamicDrawUsage);
  const tint = new BufferAttribute(new Uint8Array(4 * count), 4, true).setUsage(DynamicDrawUsage);
  geometry.setAttribute('sphere', spheres);
  geometry.setAttribute('tint', tint);
  const object = new Points(geometry, material);
  object.renderOrder = drawOrder.mesh;
  object.frustumCulled = false;
  return {
    object,
    spheres,
    tint,
    dispose() {
      geometry.dispose();
      material.dispose();
    },
  };
}

/** Writes a point. Hot. */
export function setPoint(points: InstancePoints, at: number, spheres: Float32Array, tints: Uint8Array, i: number): void {
  for (let k = 0; k < 4; k++) {
    points.spheres.array[4 * at + k] = spheres[4 * i + k]!;
    points.tint.array[4 * at + k] = tints[4 * i + k]!;
  }
}

/** Draws the first points. */
export function showPoints({ object, spheres, tint }: InstancePoints, count: number): void {
  object.geometry.setDrawRange(0, count);
  object.visible = count > 0;
  for (const attribute of [spheres, tint]) uploadFirst(attribute, 4 * count);
}

const vertexShader = /* glsl */ `
#include <clipping_planes_pars_vertex>
attribute vec4 sphere;
attribute vec4 tint;
uniform vec2 viewport;
varying vec3 tintColour;
varying float side;

void main() {
  vec4 mvPosition = modelViewMatrix * vec4(sphere.xyz, 1.0);
  #include <clipping_planes_vertex>
  tintColour = tint.rgb;
  gl_Position = projectionMatrix * mvPosition;
  side = max(1.0, ${sideOfDiameter.toFixed(2)} * sphere.w * projectionMatrix[1][1] * viewport.y / gl_Position.w);
  gl_PointSize = side;
}
`;

const fragmentShader = /* glsl */ `
#include <clipping_planes_pars_fragment>
uniform vec3 edgeColour;
varying vec3 tintColour;
varying float side;

void main() {
  #include <clipping_planes_fragment>
  vec2 toEdge = side * (0.5 - abs(gl_PointCoord - 0.5));
  float line = side < 4.0 || min(toEdge.x, toEdge.y) > 1.0 ? 0.0 : 0.34;
  // The light of a face that looks up and towards the camera.
  gl_FragColor = vec4(mix(tintColour * (0.95 - 0.25 * gl_PointCoord.y), edgeColour, line), 1.0);
}
`;
