import {
  BackSide,
  BufferAttribute,
  FrontSide,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
  LineSegments,
  Mesh,
  ShaderMaterial,
  SphereGeometry,
  Vector3,
} from 'three';
import { facing } from './facing.ts';
import { layerOf, type Layer } from './layer.ts';
import { depthState, liftStep, type DepthRule, type PixelScale } from './line-material.ts';
import type { Rgb } from './palette.ts';

/** Spheres as instances: `spheres` is (4·N) f32, centre and radius; `colours` is (4·N) u8: red, green, blue and a spare. */
export interface SphereInstances {
  readonly count: number;
  readonly spheres: Float32Array;
  readonly colours: Uint8Array;
}

export function createSphereInstances(count: number): SphereInstances {
  return { count, spheres: new Float32Array(4 * count), colours: new Uint8Array(4 * count) };
}

export interface SphereInstanceLook {
  /** Width of the silhouette, CSS pixels. */
  readonly width: number;
  /** Opacities 0..1: of the silhouette, of the three great circles, and of the fill. */
  readonly line: number;
  readonly circles: number;
  readonly fill: number;
  readonly underLine: Rgb;
  readonly depth: DepthRule;
  readonly order: number;
}

/** Above this count each sphere is small and gets fewer triangles. */
const maxFine = 64;

/** Draws spheres with their silhouette, as wide as other lines, and three great circles. */
export function drawnSpheres(instances: SphereInstances, look: SphereInstanceLook, pixels: PixelScale): Layer {
  const [around, down] = instances.count > maxFine ? [32, 16] : [96, 48];
  const surface = new SphereGeometry(1, around, down);
  const sphere = instanced(new InstancedBufferGeometry(), instances);
  sphere.setIndex(surface.getIndex());
  sphere.setAttribute('position', surface.getAttribute('position'));
  const rings = instanced(new InstancedBufferGeometry(), instances);
  rings.setAttribute('position', greatCircles(around));
  // Inside a sphere there is no silhouette, only the fill.
  const looks = [
    { side: BackSide, line: 0, fill: look.fill / 2 },
    { side: FrontSide, line: look.line, fill: look.fill },
  ] as const;
  const materials = looks
    .filter(({ line, fill }) => line > 0 || fill > 0)
    .map(({ side, line, fill }) => sphereInstanceMaterial(look, side, line, fill, pixels));
  const ringMaterial = circleMaterial(look, pixels);
  const objects = [...materials.map((material) => new Mesh(sphere, material)), new LineSegments(rings, ringMaterial)];
  for (const object of objects) {
    object.renderOrder = look.order;
    object.frustumCulled = false;
  }
  return layerOf(objects, [surface, sphere, rings, ...materials, ringMaterial]);
}

function instanced(geometry: InstancedBufferGeometry, { spheres, colours, count }: SphereInstances): InstancedBufferGeometry {
  const locations = new InstancedInterleavedBuffer(spheres, 4);
  geometry.setAttribute('centre', new InterleavedBufferAttribute(locations, 3, 0));
  geometry.setAttribute('radius', new InterleavedBufferAttribute(locations, 1, 3));
  geometry.setAttribute('tint', new InstancedBufferAttribute(colours, 4, true));
  geometry.instanceCount = count;
  return geometry;
}

/** Circles of radius 1 about the three axes, as segments. */
function greatCircles(steps: number): BufferAttribute {
  const points: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (let step = 0; step < steps; step++) {
      for (const at of [step, step + 1]) {
        const turn = (2 * Math.PI * at) / steps;
        const point = [Math.cos(turn), Math.sin(turn), 0];
        points.push(point[axis]!, point[(axis + 1) % 3]!, point[(axis + 2) % 3]!);
      }
    }
  }
  return new BufferAttribute(Float32Array.from(points), 3);
}

function sphereInstanceMaterial(
  { width, underLine, depth, order }: SphereInstanceLook,
  side: typeof BackSide | typeof FrontSide,
  line: number,
  fill: number,
  pixels: PixelScale,
): ShaderMaterial {
  return facing(
    new ShaderMaterial({
      vertexShader,
      fragmentShader,
      uniforms: {
        viewport: pixels.viewport,
        pixelRatio: pixels.ratio,
        width: { value: width },
        line: { value: line },
        fill: { value: fill },
        underLine: { value: new Vector3(...underLine) },
        lift: { value: order * liftStep },
      },
      ...depthState(depth),
      depthWrite: false,
      transparent: true,
    }),
    side,
  );
}

function circleMaterial({ circles, depth, order }: SphereInstanceLook, pixels: PixelScale): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader,
    fragmentShader: circleShader,
    uniforms: { viewport: pixels.viewport, opacity: { value: circles }, lift: { value: order * liftStep } },
    ...depthState(depth),
    depthWrite: false,
    transparent: true,
  });
}

const vertexShader = /* glsl */ `
#include <clipping_planes_pars_vertex>
attribute vec3 centre;
attribute float radius;
attribute vec4 tint;
uniform vec2 viewport;
uniform float lift;
varying vec3 toEye;
varying vec3 outward;
varying vec3 sphereColour;
// Of the sphere's radius, where it is seen.
varying float pixels;

void main() {
  vec4 point = modelViewMatrix * vec4(centre + radius * position, 1.0);
  vec4 mvPosition = point;
  #include <clipping_planes_vertex>
  bool isParallel = projectionMatrix[3][3] == 1.0;
  toEye = isParallel ? vec3(0.0, 0.0, 1.0) : -point.xyz;
  // The document transform has uniform scale: the direction stays normal to the sphere.
  outward = mat3(modelViewMatrix) * position;
  float size = radius * length(modelViewMatrix[0].xyz);
  pixels = 0.5 * viewport.y * projectionMatrix[1][1] * size / max(length(toEye), 1e-9);
  sphereColour = tint.rgb;
  gl_Position = projectionMatrix * point;
  gl_Position.z -= lift * gl_Position.w;
}
`;

const fragmentShader = /* glsl */ `
#include <clipping_planes_pars_fragment>
uniform float pixelRatio;
uniform float width;
uniform float line;
uniform float fill;
uniform vec3 underLine;
varying vec3 toEye;
varying vec3 outward;
varying vec3 sphereColour;
varying float pixels;

void main() {
  #include <clipping_planes_fragment>
  float facing = abs(dot(normalize(toEye), normalize(outward)));
  // Distance from the silhouette, in pixels.
  float fromEnd = pixels * (1.0 - sqrt(max(0.0, 1.0 - facing * facing)));
  float wide = width * pixelRatio;
  float onLine = clamp(wide + 0.5 - fromEnd, 0.0, 1.0);
  float under = clamp(wide + pixelRatio + 0.5 - fromEnd, 0.0, 1.0) - onLine;
  vec4 veil = vec4(sphereColour, fill * mix(1.6, 0.8, facing));
  vec4 shown = mix(veil, vec4(underLine, max(veil.a, 0.6 * line)), under * step(0.01, line));
  gl_FragColor = mix(shown, vec4(sphereColour, line), onLine * step(0.01, line));
  if (gl_FragColor.a < 0.01) discard;
}
`;

const circleShader = /* glsl */ `
#include <clipping_planes_pars_fragment>
uniform float opacity;
varying vec3 sphereColour;

void main() {
  #include <clipping_planes_fragment>
  gl_FragColor = vec4(sphereColour, opacity);
}
`;
