import {
  AlwaysDepth,
  AlwaysStencilFunc,
  BackSide,
  DecrementWrapStencilOp,
  DoubleSide,
  FrontSide,
  IncrementWrapStencilOp,
  KeepStencilOp,
  LessEqualDepth,
  NotEqualStencilFunc,
  ShaderMaterial,
  Vector3,
} from 'three';
import type { Rgb } from './palette.ts';

/**
 * Returns the material that counts in the stencil how often a pixel is inside of outlines: one side of their fan counts up, the other down.
 * It draws nothing.
 */
export function countingMaterial(side: 'front' | 'back', transparent: boolean): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader,
    fragmentShader: 'void main() { gl_FragColor = vec4(0.0); }',
    side: side === 'front' ? FrontSide : BackSide,
    transparent,
    colorWrite: false,
    depthWrite: false,
    depthTest: false,
    depthFunc: AlwaysDepth,
    stencilWrite: true,
    stencilFunc: AlwaysStencilFunc,
    stencilFail: KeepStencilOp,
    stencilZFail: KeepStencilOp,
    stencilZPass: side === 'front' ? IncrementWrapStencilOp : DecrementWrapStencilOp,
  });
}

export interface CapLook {
  readonly colour: Rgb;
  readonly line: Rgb;
  readonly opacity: number;
  readonly ratio: { value: number };
}

/** Returns the material of a cap: hatched, and drawn only where the count is not 0. Surfaces that lie in the plane cover it. */
export function capMaterial({ colour, line, opacity, ratio }: CapLook): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader,
    fragmentShader,
    uniforms: {
      colour: { value: new Vector3(...colour) },
      lineColour: { value: new Vector3(...line) },
      opacity: { value: opacity },
      pixelRatio: ratio,
    },
    transparent: opacity < 1,
    side: DoubleSide,
    depthFunc: LessEqualDepth,
    depthWrite: opacity >= 1,
    polygonOffset: true,
    polygonOffsetUnits: 8,
    stencilWrite: true,
    stencilWriteMask: 0,
    stencilRef: 0,
    stencilFunc: NotEqualStencilFunc,
  });
}

const vertexShader = /* glsl */ `
void main() {
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}
`;

const fragmentShader = /* glsl */ `
uniform vec3 colour;
uniform vec3 lineColour;
uniform float opacity;
uniform float pixelRatio;

void main() {
  vec2 at = gl_FragCoord.xy / pixelRatio;
  // Hatched as cuts are in drawings: lines of one pixel, 7 pixels apart.
  float away = abs(fract((at.x + at.y) / 10.0) - 0.5) * 10.0 * 0.7071;
  float line = 1.0 - smoothstep(0.35, 1.05, away);
  gl_FragColor = vec4(mix(colour, lineColour, 0.45 * line), opacity);
}
`;
