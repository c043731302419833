import { AlwaysDepth, DoubleSide, GreaterDepth, LessEqualDepth, ShaderMaterial, Vector2, Vector3 } from 'three';
import type { Rgb } from './palette.ts';

/** Where a figure is visible: in front of the mesh, only behind it, or both. */
export type DepthRule = 'front' | 'behind' | 'through';

/** Step of the depth offset, in clip space depth, −1 to 1. */
export const liftStep = 2e-5;

export interface LineLook {
  /** CSS pixels. */
  readonly width: number;
  readonly opacity: number;
  readonly depth: DepthRule;
  /** Replaces the colours of the instances. */
  readonly colour?: Rgb;
  /** Lengths of dash and gap, CSS pixels; solid by default. */
  readonly dash?: readonly [dash: number, gap: number];
  /** Depth offset towards the eye, in steps of `liftStep`: a line over its own outline needs one more. */
  readonly lift?: number;
  /**
   * Depth offset towards the eye, in CSS pixels of depth at the line. A line on a surface that is steep in the view needs it, or the surface
   * hides one side of the line's width. 0 by default.
   */
  readonly nearer?: number;
  /** Whether the line hides lines that are drawn later and lie behind it, where its rule allows that. True by default. */
  readonly hides?: boolean;
}

/** Pixel sizes that all lines share. The view changes them; the materials reference the same objects. */
export interface PixelScale {
  /** Size of the drawing buffer. */
  readonly viewport: { readonly value: Vector2 };
  /** Device pixels in a CSS pixel. */
  readonly ratio: { value: number };
}

export function createPixelScale(): PixelScale {
  return { viewport: { value: new Vector2(1, 1) }, ratio: { value: 1 } };
}

/** Returns the material for `boxGeometry` of edges and diagonals. Lines are antialiased by coverage, without multisampling. */
export function wideLineMaterial(look: LineLook, pixels: PixelScale): ShaderMaterial {
  const [dash, gap] = look.dash ?? [1, 0];
  return new ShaderMaterial({
    vertexShader: nearCut + wideVertexShader,
    fragmentShader: wideFragmentShader,
    defines: look.colour === undefined ? {} : { ONE_COLOUR: '' },
    uniforms: {
      viewport: pixels.viewport,
      pixelRatio: pixels.ratio,
      width: { value: look.width },
      opacity: { value: look.opacity },
      colour: { value: new Vector3(...(look.colour ?? [1, 1, 1])) },
      dash: { value: new Vector2(dash, gap) },
      lift: { value: (look.lift ?? 0) * liftStep },
      nearer: { value: look.nearer ?? 0 },
    },
    ...depthState(look.depth),
    ...(look.hides === false ? { depthWrite: false } : {}),
    transparent: true,
    side: DoubleSide,
  });
}

/** Returns the material for `boxGeometry` of thin edges and faces, and for `segmentGeometry`, with instance colours. */
export function plainMaterial(of: 'boxes' | 'segments', opacity: number, depth: DepthRule, lift = 0): ShaderMaterial {
  return new ShaderMaterial({
    defines: { [of.toUpperCase()]: '' },
    vertexShader: plainVertexShader,
    fragmentShader: plainFragmentShader,
    uniforms: { opacity: { value: opacity }, lift: { value: lift * liftStep } },
    ...depthState(depth),
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
  });
}

/** What of a material's depth follows from the rule. */
export function depthState(rule: DepthRule): {
  depthTest: boolean;
  depthWrite: boolean;
  depthFunc: typeof AlwaysDepth | typeof GreaterDepth | typeof LessEqualDepth;
} {
  switch (rule) {
    case 'front':
      return { depthTest: true, depthWrite: true, depthFunc: LessEqualDepth };
    case 'behind':
      return { depthTest: true, depthWrite: false, depthFunc: GreaterDepth };
    case 'through':
      return { depthTest: false, depthWrite: false, depthFunc: AlwaysDepth };
  }
}

const nearCut = /* glsl */ `
// Clips a point of a line to the near plane; view space.
vec4 cutAtNear(vec4 point, vec4 other, float near) {
  return point.z > -near && other.z < -near ? mix(point, other, (point.z + near) / (point.z - other.z)) : point;
}
`;

const wideVertexShader = /* glsl */ `
#include <clipping_planes_pars_vertex>
attribute vec3 edgeEnd;
attribute vec2 side;
attribute vec3 boxFrom;
attribute vec3 boxTo;
attribute vec4 tint;
uniform vec2 viewport;
uniform float pixelRatio;
uniform float width;
uniform float lift;
uniform float nearer;
varying vec3 lineColour;
// Pixels across and along the line times w, and w: the quotient is even on the screen, not in space.
varying vec3 onLine;

// The depth of a point of view space that is moved towards the eye by a number of pixels, as a share of w.
float nearerDepth(float z, float pixels) {
  float depth = 2.0 * pixels / (viewport.y * projectionMatrix[1][1]);
  if (projectionMatrix[3][3] == 1.0) return projectionMatrix[2][2] * (z + depth) + projectionMatrix[3][2];
  float moved = z * (1.0 - min(depth, 0.5));
  return -projectionMatrix[2][2] - projectionMatrix[3][2] / moved;
}

void main() {
  // Without perspective nothing has to be cut before the division.
  float near = projectionMatrix[3][3] == 1.0 ? -1e30 : projectionMatrix[3][2] / (projectionMatrix[2][2] - 1.0);
  vec4 startView = modelViewMatrix * vec4(mix(boxFrom, boxTo, position), 1.0);
  vec4 endView = modelViewMatrix * vec4(mix(boxFrom, boxTo, edgeEnd), 1.0);
  vec4 startCut = cutAtNear(startView, endView, near);
  vec4 endCut = cutAtNear(endView, startView, near);
  vec4 start = projectionMatrix * startCut;
  vec4 end = projectionMatrix * endCut;
  if (nearer > 0.0) {
    start.z = nearerDepth(startCut.z, nearer * pixelRatio) * start.w;
    end.z = nearerDepth(endCut.z, nearer * pixelRatio) * end.w;
  }
  vec4 mvPosition = side.y < 0.5 ? startCut : endCut;
  #include <clipping_planes_vertex>
  vec2 startPixel = 0.5 * viewport * start.xy / start.w;
  vec2 endPixel = 0.5 * viewport * end.xy / end.w;
  vec2 along = endPixel - startPixel;
  float size = length(along);
  // A line seen end on, such as a ray from the eye, is a dot. It has one depth, or its outline would show through.
  bool isDot = size <= 1.0;
  along = isDot ? vec2(1.0, 0.0) : along / size;
  float halfWidth = 0.5 * width * pixelRatio;
  // One extra pixel for antialiasing; ends extend by half the width, so that corners close.
  vec2 reach = side.x * (halfWidth + 1.0) * vec2(-along.y, along.x) + (2.0 * side.y - 1.0) * halfWidth * along;
  vec4 clip = side.y < 0.5 || isDot ? start : end;
  if (isDot && end.z / end.w < start.z / start.w) clip = end;
  clip.xy += reach / (0.5 * viewport) * clip.w;
  // The ends keep to the line in depth too, so that lines of different width over each other are equally deep.
  float slope = isDot ? 0.0 : (end.z / end.w - start.z / start.w) / size;
  clip.z += ((2.0 * side.y - 1.0) * halfWidth * slope - lift) * clip.w;
  // What was cut at the near plane must not be lifted out of the view.
  clip.z = max(clip.z, -clip.w);
  lineColour = tint.rgb;
  onLine = vec3(side.x * (halfWidth + 1.0), side.y * size, 1.0) * clip.w;
  gl_Position = clip;
}
`;

const wideFragmentShader = /* glsl */ `
#include <clipping_planes_pars_fragment>
uniform float pixelRatio;
uniform float width;
uniform float opacity;
uniform vec3 colour;
uniform vec2 dash;
varying vec3 lineColour;
varying vec3 onLine;

void main() {
  #include <clipping_planes_fragment>
  vec2 pixel = onLine.xy / onLine.z;
  float cover = clamp(0.5 * width * pixelRatio + 0.5 - abs(pixel.x), 0.0, 1.0);
  if (dash.y > 0.0) {
    float at = mod(pixel.y / pixelRatio, dash.x + dash.y);
    cover *= clamp((dash.x - at) * pixelRatio + 0.5, 0.0, 1.0);
  }
  if (cover < 0.02) discard;
#if defined(ONE_COLOUR)
  gl_FragColor = vec4(colour, opacity * cover);
#else
  gl_FragColor = vec4(lineColour, opacity * cover);
#endif
}
`;

const plainVertexShader = /* glsl */ `
#include <clipping_planes_pars_vertex>
#if defined(BOXES)
attribute vec3 boxFrom;
attribute vec3 boxTo;
#endif
attribute vec4 tint;
uniform float lift;
varying vec3 lineColour;

void main() {
  lineColour = tint.rgb;
#if defined(BOXES)
  vec3 place = mix(boxFrom, boxTo, position);
#else
  vec3 place = position;
#endif
  vec4 mvPosition = modelViewMatrix * vec4(place, 1.0);
  #include <clipping_planes_vertex>
  gl_Position = projectionMatrix * mvPosition;
  gl_Position.z -= lift * gl_Position.w;
}
`;

const plainFragmentShader = /* glsl */ `
#include <clipping_planes_pars_fragment>
uniform float opacity;
varying vec3 lineColour;

void main() {
  #include <clipping_planes_fragment>
  gl_FragColor = vec4(lineColour, opacity);
}
`;
