import { DoubleSide, GreaterDepth, LessEqualDepth, ShaderMaterial, Vector3 } from 'three';
import { isMirrored } from './facing.ts';
import { fillMarks, type FillMark } from './finding-marks.ts';
import type { Rgb } from './palette.ts';

/**
 * How triangles are painted.
 *
 * `shaded` opaque, soft light, faint edges · `wire` edges alone · `xray` translucent, edges, no depth. `veil` translucent with soft light
 * and clear edges, over what is behind it. `lit` a flat colour over the mesh · `behind` the same where another surface is in front.
 */
export type SurfaceMode = 'shaded' | 'wire' | 'xray' | 'veil' | 'lit' | 'behind';

export interface SurfaceLook {
  readonly mode: SurfaceMode;
  readonly colour: Rgb;
  readonly edge: Rgb;
  /** Opacity of the faces, 0..1; the mode sets that of edges. */
  readonly opacity: number;
  /** Pattern: one of `fillMarks`, in CSS pixels of the screen. Plain fill by default. */
  readonly pattern?: { readonly mark: FillMark; readonly ratio: { value: number } };
  /** Whether the geometry has a colour at each corner (`tint`), which replaces `colour`. */
  readonly isTinted?: boolean;
  /** Whether the geometry has instances, each with three rows of an affine matrix (`rowX`, `rowY`, `rowZ`). Its tint is that of an instance. */
  readonly isInstanced?: boolean;
  /** For `xray`: only where nothing opaque is in front. */
  readonly isFrontOnly?: boolean;
}

/** Returns the material for geometry of `expandTriangles`. Colours are written without colour management. */
export function surfaceMaterial(look: SurfaceLook): ShaderMaterial {
  const { mode } = look;
  const opaque = mode === 'shaded';
  const sky = new Vector3(0, 1, 0);
  const material = new ShaderMaterial({
    vertexShader,
    fragmentShader,
    defines: {
      [mode.toUpperCase()]: '',
      PATTERN: look.pattern === undefined ? 0 : fillMarks.indexOf(look.pattern.mark),
      ...(look.isTinted === true ? { TINTED: '' } : {}),
      ...(look.isInstanced === true ? { INSTANCED: '' } : {}),
    },
    uniforms: {
      colour: { value: new Vector3(...look.colour) },
      edgeColour: { value: new Vector3(...look.edge) },
      opacity: { value: look.opacity },
      pixelRatio: look.pattern?.ratio ?? { value: 1 },
      sky: { value: sky },
      mirror: { value: 1 },
    },
    transparent: !opaque,
    depthWrite: opaque,
    depthTest: mode !== 'xray' || look.isFrontOnly === true,
    depthFunc: mode === 'behind' ? GreaterDepth : LessEqualDepth,
    // Lit triangles lie on the mesh's own: a hair towards the eye. (Pushing the mesh back instead, by its slope, lets
    // the far side shine through at every ridge.)
    polygonOffset: mode === 'lit' || mode === 'veil',
    polygonOffsetUnits: -4,
    // Both sides of a collision mesh are visible.
    side: DoubleSide,
  });
  // The light comes from the camera's up direction, which is the world's.
  material.onBeforeRender = (_renderer, _scene, camera) => {
    const mirror = isMirrored(camera) ? -1 : 1;
    if (sky.equals(camera.up) && material.uniforms['mirror']!.value === mirror) return;
    sky.copy(camera.up);
    material.uniforms['mirror']!.value = mirror;
    material.uniformsNeedUpdate = true;
  };
  return material;
}

const vertexShader = /* glsl */ `
#include <clipping_planes_pars_vertex>
invariant gl_Position;
#if defined(TINTED)
attribute vec3 tint;
varying vec3 tintColour;
#endif
#if defined(INSTANCED)
attribute vec4 rowX;
attribute vec4 rowY;
attribute vec4 rowZ;
#endif
// See inner-edges.ts; 0 where a geometry has none.
attribute float innerEdges;
varying float hiddenEdges;
varying vec3 viewPosition;
varying vec3 weights;

void main() {
#if defined(INSTANCED)
  vec4 local = vec4(position, 1.0);
  vec4 position4 = modelViewMatrix * vec4(dot(rowX, local), dot(rowY, local), dot(rowZ, local), 1.0);
#else
  vec4 position4 = modelViewMatrix * vec4(position, 1.0);
#endif
  vec4 mvPosition = position4;
  #include <clipping_planes_vertex>
#if defined(TINTED)
  tintColour = tint;
#endif
  int corner = gl_VertexID % 3;
  viewPosition = position4.xyz;
  hiddenEdges = innerEdges;
  weights = vec3(float(corner == 0), float(corner == 1), float(corner == 2));
  gl_Position = projectionMatrix * position4;
}
`;

const fragmentShader = /* glsl */ `
#include <clipping_planes_pars_fragment>
#if defined(TINTED)
varying vec3 tintColour;
#define BASE tintColour
#else
#define BASE colour
#endif
uniform vec3 colour;
uniform vec3 edgeColour;
uniform float opacity;
uniform float pixelRatio;
uniform vec3 sky;
// -1 where the picture is mirrored: its left is the camera's right, and its front faces are the others.
uniform float mirror;
varying vec3 viewPosition;
varying vec3 weights;
varying float hiddenEdges;

// Sky and ground in world space, one soft key light that follows the camera from the upper left.
float lightOn(vec3 normal) {
  vec3 up = normalize((viewMatrix * vec4(sky, 0.0)).xyz);
  float fromSky = 0.5 + 0.5 * dot(normal, up);
  float key = max(dot(normal, normalize(vec3(-0.45 * mirror, 0.5, 0.74))), 0.0);
  float rim = max(dot(normal, normalize(vec3(0.8 * mirror, -0.1, 0.3))), 0.0);
  return 0.24 + 0.34 * fromSky + 0.5 * key + 0.08 * rim;
}

float largest(vec3 v) {
  return max(v.x, max(v.y, v.z));
}

// Share of the full paint at this pixel: stripes 4 of 8 CSS pixels wide, spots and circles.
float stripe(float at) {
  return smoothstep(0.0, 0.12, 0.25 - abs(fract(at / 8.0) - 0.5));
}

float pattern() {
  vec2 at = gl_FragCoord.xy / pixelRatio;
#if PATTERN == 1
  return stripe(at.x - at.y);
#elif PATTERN == 2
  return stripe(at.x + at.y);
#elif PATTERN == 3
  return max(stripe(at.x - at.y), stripe(at.x + at.y));
#elif PATTERN == 4
  return stripe(at.y);
#elif PATTERN == 5
  return stripe(at.x);
#elif PATTERN == 6
  return 1.0 - smoothstep(2.0, 3.0, length(mod(at, 8.0) - 4.0));
#elif PATTERN == 7
  return max(stripe(at.x), stripe(at.y));
#elif PATTERN == 8
  return abs(stripe(at.x) - stripe(at.y));
#elif PATTERN == 9
  return 1.0 - smoothstep(0.8, 1.6, abs(length(mod(at, 10.0) - 5.0) - 3.0));
#else
  return 1.0;
#endif
}

void main() {
  #include <clipping_planes_fragment>
  // The plane's own normal, towards the eye: nothing is stored, and winding does not matter for light.
  vec3 normal = mirror * normalize(cross(dFdx(viewPosition), dFdy(viewPosition)));
  // Of each corner's weight, per pixel: its inverse is the height over the opposite edge, and so how far edges like it
  // are apart. Each kind of edge fades by itself where it gets crowded.
  vec3 slope = max(fwidth(weights), vec3(1e-6));
  // Edges inside a polygon of the file count as far away.
  vec3 hidden = mod(floor((hiddenEdges + 0.5) / vec3(1.0, 2.0, 4.0)), 2.0);
  vec3 toEdge = max(weights, 0.0) / slope + 1e4 * hidden;
  vec3 apart = 1.0 / slope;

#if defined(SHADED)
  float line = largest((1.0 - smoothstep(0.2, 1.1, toEdge)) * smoothstep(2.5, 14.0, apart));
  // Back faces are slightly darker.
  float side = gl_FrontFacing == (mirror > 0.0) ? 1.0 : 0.82;
  gl_FragColor = vec4(mix(BASE * lightOn(normal) * side * mix(0.7, 1.0, pattern()), edgeColour, 0.34 * line), 1.0);
#elif defined(WIRE)
  float alpha = largest((1.0 - smoothstep(0.3, 1.2, toEdge)) * mix(vec3(0.14), vec3(0.85), smoothstep(1.0, 12.0, apart)));
  if (alpha < 0.01) discard;
  gl_FragColor = vec4(BASE, alpha * opacity);
#elif defined(XRAY)
  float line = largest((1.0 - smoothstep(0.2, 1.1, toEdge)) * smoothstep(2.5, 14.0, apart));
  float grazing = 1.0 - abs(normal.z);
  gl_FragColor = vec4(BASE, opacity * (0.6 + 1.2 * grazing) + 0.14 * line);
#elif defined(VEIL)
  float line = largest((1.0 - smoothstep(0.3, 1.3, toEdge)) * smoothstep(2.5, 9.0, apart));
  gl_FragColor = vec4(BASE * min(0.35 + 0.65 * lightOn(normal), 1.0), mix(opacity, min(1.0, 1.6 * opacity + 0.1), line) * mix(0.35, 1.0, pattern()));
#else
  float line = largest((1.0 - smoothstep(0.3, 1.3, toEdge)) * smoothstep(2.5, 9.0, apart));
  gl_FragColor = vec4(mix(colour * min(0.45 + 0.6 * lightOn(normal), 1.0), edgeColour, 0.8 * line), mix(opacity, min(1.0, opacity * 2.0), line) * mix(0.2, 1.0, pattern()));
#endif
}
`;
