import { BufferAttribute, BufferGeometry, DoubleSide, Mesh, ShaderMaterial, Vector2, Vector3 } from 'three';
import { boundsRadius, type Bounds } from '#core/mesh/bounds';
import { drawOrder } from './figure.ts';
import { layerOf, type Layer } from './layer.ts';
import { toLocal, type LocalSpace } from './local-space.ts';
import type { Palette } from './palette.ts';

/** A floor under the meshes, source units: lines at whole multiples of `spacing`, every tenth stronger. */
export interface Grid {
  readonly spacing: number;
  readonly height: number;
  readonly centre: readonly [x: number, z: number];
  readonly radius: number;
}

/** A grid whose cells are 1, 2 or 5 times a power of ten, about twelve across the meshes. */
export function gridUnder(bounds: Bounds): Grid {
  const radius = boundsRadius(bounds) || 1;
  const { min, max } = bounds;
  const wanted = Math.max(max[0] - min[0], max[2] - min[2], radius) / 12;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= wanted * 0.999) ?? 10;
  return {
    spacing: step * power,
    // A hair lower, so that a flat underside does not fight with it.
    height: min[1] - radius * 2e-3,
    centre: [min[0] / 2 + max[0] / 2, min[2] / 2 + max[2] / 2],
    radius: 7 * radius,
  };
}

/** One square; the lines are made in the shader, smooth at every distance, and fade out before its rim. */
export function createGridLayer(grid: Grid, view: LocalSpace, palette: Palette): Layer {
  const [x, y, z] = toLocal(view, [grid.centre[0], grid.height, grid.centre[1]]);
  const reach = grid.radius / view.unit;
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from([-1, 0, -1, 1, 0, -1, -1, 0, 1, 1, 0, 1]), 3));
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
  return layerOf([object], [geometry, material]);
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

const vertexShader = /* glsl */ `
varying vec2 at;

void main() {
  at = position.xz;
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
