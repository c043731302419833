import { InspectorError, type InspectorErrorCode, invalidArgument, noVolume } from '../../error.ts';
import { meshOfRuns } from '../../mesh/mesh-of-runs.ts';
import { runsOfParts } from '../../mesh/runs-of-parts.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { ColliderOptions } from '../../options/collider-options.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { bodyName, shapeOfBody, type ColliderBody } from '../collider/collider.ts';
import { fitShapes } from '../fit/fit-shapes.ts';
import { packSpheres, type SpherePack } from '../fit/sphere-pack.ts';
import { convexHull } from '../hull/convex-hull.ts';
import { simplifyHull } from '../hull/simplify-hull.ts';
import { groupPoints, type TriangleGroup, triangleGroups } from '../triangle-groups.ts';
import { decomposedBodies } from './decomposed-bodies.ts';
import type { DecomposeNote } from './decompose-note.ts';
import type { Dividers } from './dividers.ts';

/** A pack of spheres in numbers; see `SpherePack`. */
export interface PackFigures extends Omit<SpherePack, 'spheres'> {
  /** Of the part or mesh that it contains. */
  readonly name: string;
  readonly spheres: number;
}

/** What a method makes of a mesh. */
export interface MadeBodies {
  readonly bodies: readonly ColliderBody[];
  /** Of the method `spheres`; empty for the others. */
  readonly packs: readonly PackFigures[];
  /** Of the methods that divide; see `DecomposedBodies`. */
  readonly notes: readonly DecomposeNote[];
}

/**
 * Returns the bodies that a method makes of a mesh, or of some of its parts: of all triangles together, or of each part or component. Groups
 * without a volume have no body, except of fitted shapes.
 * @param parts ascending; `null` for all.
 * @throws InspectorError `no-triangles`; as `decomposedBodies`; whatever `progress` throws.
 */
export async function makeCollider(
  mesh: TriangleMesh,
  options: ColliderOptions,
  parts: readonly number[] | null,
  dividers: Dividers,
  progress: Progress = noProgress,
): Promise<MadeBodies> {
  const chosen = parts === null ? mesh : partsOfMesh(mesh, parts);
  const groups = triangleGroups(chosen, options.per);
  const bodies: ColliderBody[] = [];
  const packs: PackFigures[] = [];
  const notes: DecomposeNote[] = [];
  const numbers = new Map<string, number>();
  let refusal: unknown = null;
  for (const [i, group] of groups.entries()) {
    progress(i / groups.length);
    try {
      const found = await bodiesOf(chosen, group, options, dividers, (fraction) => progress((i + fraction) / groups.length));
      for (const body of found.bodies) bodies.push(numbered(body, numbers));
      packs.push(...found.packs);
      notes.push(...found.notes);
    } catch (thrown) {
      if (!(thrown instanceof InspectorError) || !groupRefusals.includes(thrown.code)) throw thrown;
      refusal ??= thrown;
    }
  }
  if (bodies.length > 0) return { bodies, packs, notes };
  throw refusal ?? noVolume('The mesh has no part with a volume', 'Choose parts that are not flat');
}

/** A group that is refused with one of these is left out, as long as another one has a body. */
const groupRefusals: readonly InspectorErrorCode[] = ['invalid-argument', 'no-volume', 'no-triangles'];

/** Returns the triangles of some parts. @throws InspectorError `invalid-argument` for parts that the mesh does not have. */
export function partsOfMesh(mesh: TriangleMesh, parts: readonly number[]): TriangleMesh {
  const isSound = parts.every((part, i) => part < mesh.parts.length && part >= 0 && (i === 0 || part > parts[i - 1]!));
  if (!isSound || parts.length === 0) throw invalidArgument('The mesh does not have these parts', 'Choose parts of this mesh');
  return meshOfRuns(mesh, runsOfParts(mesh, parts));
}

async function bodiesOf(
  mesh: TriangleMesh,
  group: TriangleGroup,
  options: ColliderOptions,
  dividers: Dividers,
  progress: Progress,
): Promise<MadeBodies> {
  const own = meshOfGroup(mesh, group);
  const of = group.part === null ? null : mesh.parts[group.part]!.name || null;
  const { method, containing, maxSpheres, maxVertices, maxFaces } = options;
  const only = (bodies: readonly ColliderBody[]): MadeBodies => ({ bodies, packs: [], notes: [] });
  switch (method) {
    case 'hull': {
      const exact = convexHull(groupPoints(mesh, group));
      if (exact.dimension < 3) return only([]);
      const { hull } = simplifyHull(exact, { maxVertices: maxVertices || Infinity, maxFaces: maxFaces || Infinity }, progress);
      return only([{ kind: 'hull', name: group.name, of, hull }]);
    }
    case 'box':
    case 'sphere':
    case 'capsule':
    case 'cylinder':
      return only(
        fitShapes(own, { shape: method, containing, per: 'whole' }, progress).map(({ fitted }): ColliderBody => {
          return { kind: 'shape', name: group.name, of, fitted };
        }),
      );
    case 'spheres': {
      const { spheres, ...figures } = packSpheres(mesh, group, maxSpheres, progress);
      const bodies = spheres.map((ball): ColliderBody => ({ kind: 'shape', name: group.name, of, fitted: { shape: 'sphere', ...ball } }));
      return { bodies, packs: [{ name: group.name, spheres: spheres.length, ...figures }], notes: [] };
    }
    case 'vhacd':
    case 'coacd':
    case 'remesh':
    case 'simplify': {
      const found = await decomposedBodies(own, { ...options, method }, dividers, progress);
      return { bodies: found.bodies.map((body): ColliderBody => ({ ...body, name: group.name, of })), packs: [], notes: found.notes };
    }
  }
}

/** The positions are those of the whole mesh: only those that triangles use count. */
function meshOfGroup({ positions, indices }: TriangleMesh, { name, triangles }: TriangleGroup): TriangleMesh {
  const own = Uint32Array.from({ length: 3 * triangles.length }, (_, i) => indices[3 * triangles[Math.floor(i / 3)] + (i % 3)]);
  return { positions, indices: own, parts: [{ name, firstTriangle: 0, triangleCount: triangles.length, worldFromPart: null }] };
}

/** Bodies of one name are numbered from 1. */
function numbered(body: ColliderBody, numbers: Map<string, number>): ColliderBody {
  const shape = shapeOfBody(body);
  const key = `${body.name}/${shape}`;
  const number = (numbers.get(key) ?? 0) + 1;
  numbers.set(key, number);
  return { ...body, name: bodyName(body.name, shape, number) };
}
