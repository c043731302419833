import { BufferAttribute, BufferGeometry, Points, ShaderMaterial, Vector3 } from 'three';
import { drawOrder } from './figure.ts';
import type { PointMark } from './finding-marks.ts';
import { layerOf, type Layer } from './layer.ts';
import { liftStep, type PixelScale } from './line-material.ts';
import type { Rgb } from './palette.ts';

export interface ScreenMarkLook {
  /** Outlined: ring, square, diamond. Solid: dot, block, lozenge, wedge. */
  readonly shape: PointMark;
  /** Width, CSS pixels. */
  readonly size: number;
  readonly colour: Rgb;
  readonly underLine: Rgb;
  /** Opacity where the mesh is in front; 0 leaves it out. */
  readonly faint: number;
  readonly order: number;
}

/** Rings, dots and the like of one size on the screen, at points (3·N) of the layer's space; one draw call for each of two passes. */
export function screenMarks(points: Float32Array, look: ScreenMarkLook, pixels: PixelScale): Layer {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(points, 3));
  const passes = look.faint > 0 ? [{ depthTest: false, opacity: look.faint, order: drawOrder.behind }] : [];
  const all = [...passes, { depthTest: true, opacity: 1, order: look.order }];
  const materials = all.map(({ depthTest, opacity, order }) => material(look, depthTest, opacity, order, pixels));
  const objects = all.map(({ order }, i) => {
    const object = new Points(geometry, materials[i]);
    object.renderOrder = order;
    // Their size is not in their bounds.
    object.frustumCulled = false;
    return object;
  });
  return layerOf(objects, [geometry, ...materials]);
}

/** The same for some of many points, which can be chosen again in each frame. None at first. */
export function chosenMarks(
  points: Float32Array,
  look: ScreenMarkLook,
  pixels: PixelScale,
): { readonly layer: Layer; readonly show: (chosen: Uint32Array) => void } {
  const layer = screenMarks(points, look, pixels);
  const { geometry } = layer.object.children[0] as Points;
  const index = new BufferAttribute(new Uint32Array(points.length / 3), 1);
  geometry.setIndex(index);
  geometry.setDrawRange(0, 0);
  return {
    layer,
    show(chosen) {
      if (chosen.length === 0 && geometry.drawRange.count === 0) return;
      index.array.set(chosen);
      index.needsUpdate = true;
      geometry.setDrawRange(0, chosen.length);
    },
  };
}

/** Depth offset towards the eye: all of a mark is at the depth of its point, and its surface must not cut it. */
const liftOfMarks = 60;

function material(
  { shape, size, colour, underLine }: ScreenMarkLook,
  depthTest: boolean,
  opacity: number,
  order: number,
  pixels: PixelScale,
): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader,
    fragmentShader,
    defines: { [outlines[shape]]: '', ...(isOutlined(shape) ? { OUTLINED: '' } : {}) },
    uniforms: {
      pixelRatio: pixels.ratio,
      size: { value: size },
      lift: { value: (liftOfMarks + order) * liftStep },
      colour: { value: new Vector3(...colour) },
      underLine: { value: new Vector3(...underLine) },
      opacity: { value: opacity },
    },
    depthTest,
    depthWrite: false,
    transparent: true,
  });
}

const outlines = {
  ring: 'ROUND',
  dot: 'ROUND',
  square: 'SQUARE',
  block: 'SQUARE',
  diamond: 'DIAMOND',
  lozenge: 'DIAMOND',
  wedge: 'WEDGE',
} as const satisfies Record<PointMark, string>;

function isOutlined(shape: PointMark): boolean {
  return shape === 'ring' || shape === 'square' || shape === 'diamond';
}

const vertexShader = /* glsl */ `
#include <clipping_planes_pars_vertex>
uniform float pixelRatio;
uniform float size;
uniform float lift;

void main() {
  vec4 mvPosition = modelViewMatrix * vec4(position, 1.0);
  #include <clipping_planes_vertex>
  gl_Position = projectionMatrix * mvPosition;
  gl_Position.z = max(gl_Position.z - lift * gl_Position.w, -gl_Position.w);
  gl_PointSize = (size + 2.0) * pixelRatio;
}
`;

const fragmentShader = /* glsl */ `
#include <clipping_planes_pars_fragment>
uniform float pixelRatio;
uniform float size;
uniform vec3 colour;
uniform vec3 underLine;
uniform float opacity;

void main() {
  #include <clipping_planes_fragment>
  // CSS pixels from the middle; a dark rim of one pixel lies around.
  vec2 at = (gl_PointCoord - 0.5) * (size + 2.0);
  vec2 off = abs(at);
#if defined(SQUARE)
  float away = 1.12 * max(off.x, off.y);
#elif defined(DIAMOND)
  float away = off.x + off.y;
#elif defined(WEDGE)
  float away = max(1.4 * at.y + 0.15 * size, 1.25 * off.x - 0.75 * at.y + 0.05 * size);
#else
  float away = length(at);
#endif
  float soft = 0.5 / pixelRatio;
  float radius = 0.5 * size;
#if defined(OUTLINED)
  float onRim = abs(away - radius + 1.0);
  float cover = 1.0 - smoothstep(1.0 - soft, 1.0 + soft, onRim);
  float under = 1.0 - smoothstep(2.0 - soft, 2.0 + soft, onRim);
#else
  float cover = 1.0 - smoothstep(radius - soft, radius + soft, away);
  float under = 1.0 - smoothstep(radius + 1.0 - soft, radius + 1.0 + soft, away);
#endif
  float alpha = max(cover, 0.75 * under);
  if (alpha < 0.02) discard;
  gl_FragColor = vec4(mix(underLine, colour, cover), alpha * opacity);
}
`;
