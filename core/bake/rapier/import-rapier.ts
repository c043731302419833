import { InspectorError } from '../../error.ts';
import { matrixOfTrs } from '../../math/trs.ts';
import type { ColliderRole, ExactShape } from '../../mesh/collider-role.ts';
import { tessellate } from '../../mesh/tessellate-shape.ts';
import type { MeshPart, TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { engineBake } from '../engine-bake.ts';
import type { ImportedBake } from '../import-boxwood.ts';
import type { RapierCollider, RapierShape } from './layout.ts';
import { readRapier } from './read-rapier.ts';

/** Triangles of all tessellated primitives: few bytes of JSON declare one of them. */
const maxTessellated = 2 ** 25;

/** Opens colliders for Rapier as a document: a part each, with its exact shape. @throws InspectorError as `readRapier`. */
export function importRapier(bytes: Uint8Array): ImportedBake {
  return engineBake('rapier', 'Rapier colliders 1', rapierMesh(bytes));
}

/**
 * Returns the triangles of all colliders; primitives are tessellated.
 * @throws InspectorError as `readRapier`; `too-large` for more primitives than memory holds as triangles.
 */
export function rapierMesh(bytes: Uint8Array): TriangleMesh {
  const read = readRapier(bytes);
  checkPrimitives(read.flatMap(({ collider, surface }) => (surface === null ? [exactOf(collider.shape)!] : [])));
  const surfaces = read.map(({ collider, surface }) => {
    const exact = exactOf(collider.shape);
    return surface ?? tessellate(exact!);
  });
  const positions = new Float64Array(surfaces.reduce((sum, surface) => sum + surface.positions.length, 0));
  const indices = new Uint32Array(surfaces.reduce((sum, surface) => sum + surface.triangles.length, 0));
  const parts: MeshPart[] = [];
  let [vertex, corner] = [0, 0];
  read.forEach(({ collider }, i) => {
    const surface = surfaces[i]!;
    const matrix = matrixOfTrs(collider.translation, collider.rotation, [1, 1, 1]);
    for (let at = 0; at < surface.positions.length; at += 3) {
      for (let k = 0; k < 3; k++) {
        positions[3 * vertex + at + k] =
          matrix[k]! * surface.positions[at] +
          matrix[4 + k]! * surface.positions[at + 1] +
          matrix[8 + k]! * surface.positions[at + 2] +
          matrix[12 + k]!;
      }
    }
    for (const [j, number] of surface.triangles.entries()) indices[corner + j] = number + vertex;
    const role = roleOf(collider);
    parts.push({
      name: collider.name,
      firstTriangle: corner / 3,
      triangleCount: surface.triangles.length / 3,
      worldFromPart: matrix,
      role,
    });
    vertex += surface.positions.length / 3;
    corner += surface.triangles.length;
  });
  return { positions, indices, parts };
}

/** Counts the triangles of primitives before any memory is taken for them. @throws InspectorError `too-large`. */
function checkPrimitives(shapes: readonly ExactShape[]): void {
  const counts = new Map<string, number>();
  let triangles = 0;
  for (const shape of shapes) {
    // All shapes of a kind have as many triangles, but a capsule without height is a sphere.
    const kind = `${shape.kind}${'height' in shape && shape.height === 0 ? ' without height' : ''}`;
    const count = counts.get(kind) ?? tessellate(shape).triangles.length / 3;
    counts.set(kind, count);
    triangles += count;
  }
  if (triangles <= maxTessellated) return;
  throw new InspectorError({
    code: 'too-large',
    message: `The file has ${shapes.length} primitives, which are ${triangles} triangles; at most ${maxTessellated} are shown`,
    fix: 'Split it into several files',
    location: {},
  });
}

function roleOf({ shape, isSensor, friction, restitution }: RapierCollider): ColliderRole {
  const exact = exactOf(shape);
  const material =
    friction === undefined
      ? {}
      : {
          physics: {
            material: {
              staticFriction: friction,
              dynamicFriction: friction,
              restitution: restitution ?? 0,
              frictionCombine: 'average',
              restitutionCombine: 'average',
            },
            filter: null,
          } as const,
        };
  const kind = exact?.kind ?? (shape.kind === 'convexHull' ? 'hull' : 'triangles');
  return { shape: kind, isRendered: false, isTrigger: isSensor, of: null, from: 'extension', exact, ...material };
}

/** Returns the primitive of a collider; `null` for a mesh. */
function exactOf(shape: RapierShape): ExactShape | null {
  switch (shape.kind) {
    case 'cuboid':
      return { kind: 'box', size: [2 * shape.halfExtents[0], 2 * shape.halfExtents[1], 2 * shape.halfExtents[2]] };
    case 'ball':
      return { kind: 'sphere', radius: shape.radius };
    case 'capsule':
    case 'cylinder':
      return { kind: shape.kind, height: 2 * shape.halfHeight, radiusTop: shape.radius, radiusBottom: shape.radius };
    case 'trimesh':
    case 'convexHull':
      return null;
  }
}
