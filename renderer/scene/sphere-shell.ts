import { BackSide, FrontSide, GreaterDepth, LessEqualDepth, Mesh, ShaderMaterial, SphereGeometry, Vector3 } from 'three';
import type { Vec3 } from '#core/math';
import { facing } from './facing.ts';
import { drawOrder } from './figure.ts';
import { layerOf, type Layer } from './layer.ts';
import type { Rgb } from './palette.ts';

export interface ShellLook {
  readonly colour: Rgb;
  /** Opacity in the middle, 0..1. */
  readonly fill: number;
  /** Opacity at the rim, 0..1. */
  readonly rim: number;
}

/** Draws a transparent ball with a visible rim, faint behind the mesh. Local space. */
export function sphereShell(center: Vec3, radius: number, look: ShellLook): Layer {
  const geometry = new SphereGeometry(1, 64, 40);
  const front = shellMaterial(look, 1, 'front');
  const behind = shellMaterial(look, 0.4, 'behind');
  // Seen from inside, the ball has no rim, only its colour.
  const within = shellMaterial({ ...look, rim: look.fill }, 0.5, 'within');
  const materials = [behind, within, front];
  const objects = materials.map((material) => {
    const object = new Mesh(geometry, material);
    object.renderOrder = material === behind ? drawOrder.behind : drawOrder.ray;
    object.position.set(...center);
    object.scale.setScalar(Math.max(radius, Number.MIN_VALUE));
    return object;
  });
  return layerOf(objects, [geometry, ...materials]);
}

function shellMaterial({ colour, fill, rim }: ShellLook, share: number, part: 'front' | 'behind' | 'within'): ShaderMaterial {
  return facing(
    new ShaderMaterial({
      vertexShader,
      fragmentShader,
      uniforms: {
        colour: { value: new Vector3(...colour) },
        fill: { value: fill * share },
        rim: { value: rim * share },
      },
      transparent: true,
      depthWrite: false,
      depthFunc: part === 'behind' ? GreaterDepth : LessEqualDepth,
    }),
    part === 'within' ? BackSide : FrontSide,
  );
}

const vertexShader = /* glsl */ `
varying vec3 toEye;
varying vec3 outward;

void main() {
  vec4 point = modelViewMatrix * vec4(position, 1.0);
  toEye = projectionMatrix[3][3] == 1.0 ? vec3(0.0, 0.0, 1.0) : -point.xyz;
  // A ball of radius 1 that is only moved and scaled evenly: its points are its normals.
  outward = mat3(modelViewMatrix) * position;
  gl_Position = projectionMatrix * point;
}
`;

const fragmentShader = /* glsl */ `
uniform vec3 colour;
uniform float fill;
uniform float rim;
varying vec3 toEye;
varying vec3 outward;

void main() {
  float facing = abs(dot(normalize(toEye), normalize(outward)));
  float line = 1.0 - smoothstep(0.12, 0.3, facing);
  float veil = mix(1.6, 0.8, facing);
  gl_FragColor = vec4(colour, clamp(mix(fill * veil, rim, line), 0.0, 1.0));
}
`;
