import { BufferAttribute, BufferGeometry, DoubleSide, Matrix4, Mesh, ShaderMaterial, Vector2, Vector3 } from 'three';
import type { Vec3 } from '#core/math';
import { axisVector, type Bounds, boundsRadius, type SignedAxis } from '#core/mesh';
import { drawOrder } from './figure.ts';
import { layerOf, type Layer } from './layer.ts';
import { toLocal, type LocalSpace } from './local-space.ts';
import type { Palette } from './palette.ts';

/** A floor under the meshes, source units: lines at whole multiples of `spacing`, every tenth stronger. */
export interface Grid {
  readonly spacing: number;
  readonly up: SignedAxis;
  /** Of the floor, as a coordinate along the axis that is up. */
  readonly height: number;
  /** Its two other coordinates, in the order of `acrossOf`. */
  readonly centre: readonly [number, number];
  readonly radius: number;
}

/** The two axes of the floor; the rotation from the first to the second is about the up axis. */
function acrossOf(up: SignedAxis): readonly [first: 0 | 1 | 2, second: 0 | 1 | 2] {
  return (
    [
      [1, 2],
      [2, 0],
      [0, 1],
    ] as const
  )[axisVector(up).index];
}

/** A grid whose cells are 1, 2 or 5 times a power of ten, about twelve across the meshes. */
export function gridUnder(bounds: Bounds, up: SignedAxis): Grid {
  const radius = boundsRadius(bounds) || 1;
  const { min, max } = bounds;
  const [first, second] = acrossOf(up);
  const { vector, index } = axisVector(up);
  const upward = vector[index];
  const wanted = Math.max(max[first] - min[first], max[second] - min[second], radius) / 12;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= wanted * 0.999) ?? 10;
  return {
    spacing: step * power,
    up,
    // A hair lower, so that a flat underside does not fight with it.
    height: (upward > 0 ? min : max)[index] - upward * radius * 2e-3,
    centre: [min[first] / 2 + max[first] / 2, min[second] / 2 + max[second] / 2],
    radius: 7 * radius,
  };
}

/** One square; the lines are made in the shader, smooth at every distance, and fade out before its rim. */
export function createGridLayer(grid: Grid, view: LocalSpace, palette: Palette): Layer {
  const [x, y, z] = toLocal(view, pointOf(grid, grid.centre));
  const reach = grid.radius / view.unit;
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from([-1, -1, 0, 1, -1, 0, -1, 1, 0, 1, 1, 0]), 3));
  geometry.setIndex([0, 2, 1, 1, 2, 3]);
  const material = new ShaderMaterial({
    vertexShader,
    fragmentShader,
    uniforms: {
      colour: { value: new Vector3(...palette.gridLine) },
      cells: { value: grid.radius / grid.spacing },
      // Only where the centre lies between two strong lines matters, so the number stays small far from zero.
      phase: { value: new Vector2(modulo(grid.centre[0] / grid.spacing, 10), modulo(grid.centre[1] / grid.spacing, 10)) },
    },
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
  });
  const object = new Mesh(geometry, material);
  object.renderOrder = drawOrder.grid;
  object.position.set(x, y, z);
  object.scale.setScalar(reach);
  // From the plane of x and y of the geometry.
  const [first, second] = acrossOf(grid.up).map((axis) => new Vector3().setComponent(axis, 1));
  object.quaternion.setFromRotationMatrix(new Matrix4().makeBasis(first!, second!, first!.clone().cross(second!)));
  return layerOf([object], [geometry, material]);
}

/** The box of a grid, flat. */
export function gridBounds(grid: Grid): Bounds {
  const { centre, radius } = grid;
  return { min: pointOf(grid, [centre[0] - radius, centre[1] - radius]), max: pointOf(grid, [centre[0] + radius, centre[1] + radius]) };
}

/** A point of the floor, source space. */
function pointOf({ up, height }: Grid, at: readonly [number, number]): Vec3 {
  const [first, second] = acrossOf(up);
  return [0, 1, 2].map((axis) => (axis === first ? at[0] : axis === second ? at[1] : height)) as unknown as Vec3; // Three of three.
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

const vertexShader = /* glsl */ `
varying vec2 at;

void main() {
  at = position.xy;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}
`;

const fragmentShader = /* glsl */ `
uniform vec3 colour;
uniform float cells;
uniform vec2 phase;
varying vec2 at;

// How much of this pixel a line one pixel wide covers; less where cells get smaller than a few pixels.
float lines(vec2 cell) {
  vec2 slope = max(fwidth(cell), vec2(1e-7));
  vec2 away = abs(fract(cell - 0.5) - 0.5) / slope;
  vec2 cover = (1.0 - smoothstep(0.3, 1.2, away)) * (1.0 - smoothstep(0.08, 0.3, slope));
  return max(cover.x, cover.y);
}

void main() {
  vec2 cell = at * cells + phase;
  float alpha = max(0.42 * lines(cell), 0.75 * lines(cell / 10.0));
  alpha *= 1.0 - smoothstep(0.25, 1.0, length(at));
  if (alpha < 0.004) discard;
  gl_FragColor = vec4(colour, alpha);
}
`;
