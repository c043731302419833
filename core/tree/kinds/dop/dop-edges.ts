import type { Vec3 } from '../../../math/vec3.ts';

/** Square to no edge of a k-DOP, whose directions are cross products of two of its slabs'. */
const askew: Vec3 = [0.5377, 0.7919, 0.2893];

/** The edges of a k-DOP with these `dopFaces`, each once. */
export function dopEdges(faces: readonly (readonly Vec3[])[]): readonly (readonly [from: Vec3, to: Vec3])[] {
  // An edge runs one way around one of its faces and the other way around the other.
  return faces.flatMap((face) =>
    face.flatMap((from, i) => {
      const to = face[(i + 1) % face.length]!;
      const rise = askew.reduce((sum, part, k) => sum + part * (to[k]! - from[k]!), 0);
      return rise > 0 ? [[from, to] as const] : [];
    }),
  );
}
