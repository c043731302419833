import type { Vec3 } from '../../../math/vec3.ts';

/** Perpendicular to no edge of a k-DOP. Edges are parallel to cross products of two slab directions. */
const askew: Vec3 = [0.5377, 0.7919, 0.2893];

/** Returns the edges of a k-DOP with these `dopFaces`, each once. */
export function dopEdges(faces: readonly (readonly Vec3[])[]): readonly (readonly [from: Vec3, to: Vec3])[] {
  // The two faces of an edge have it in opposite directions; one of these is used.
  return faces.flatMap((face) =>
    face.flatMap((from, i) => {
      const to = face[(i + 1) % face.length]!;
      const rise = askew.reduce((sum, part, k) => sum + part * (to[k]! - from[k]!), 0);
      return rise > 0 ? [[from, to] as const] : [];
    }),
  );
}
