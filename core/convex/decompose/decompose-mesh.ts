import type { OpenEdgeCount } from '../../mesh/count-open-edges.ts';
import { surfaceMeasures } from '../../mesh/surface-measures.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { DecomposeOptions } from '../../options/decompose-options.ts';
import { noProgress, type Progress } from '../../progress.ts';
import type { ColliderBody } from '../collider/collider.ts';
import { type ColliderRating, ratedSource, rateCollider } from '../collider/rate-collider.ts';
import { shapeVolume } from '../fit/fitted-shape.ts';
import { hullMeasures } from '../hull/hull-measures.ts';
import { type DecomposedBodies, decomposedBodies } from './decomposed-bodies.ts';
import type { Dividers } from './dividers.ts';

/** A collider of a mesh with its rating. */
export interface Decomposition extends ColliderRating, DecomposedBodies {
  /** Of the mesh; none for a closed one. */
  readonly openEdges: readonly OpenEdgeCount[];
}

/**
 * Divides a mesh into convex hulls that approximate it, or simplifies it (catalogue S2), and compares both.
 * @throws InspectorError as `decomposedBodies`; whatever `progress` throws.
 */
export async function decomposeMesh(
  mesh: TriangleMesh,
  options: DecomposeOptions,
  dividers: Dividers,
  progress: Progress = noProgress,
): Promise<Decomposition> {
  const { bodies, notes } = await decomposedBodies(mesh, options, dividers, (fraction) => progress(0.4 * fraction));
  progress(0.4);
  const source = ratedSource(mesh, () => progress(0.4));
  const rating = rateCollider(source, bodies, (fraction) => progress(0.4 + 0.6 * fraction));
  return { bodies, notes, openEdges: source.openEdges, ...rating };
}

/** A body of a collider in numbers. */
export interface BodyRecord {
  readonly name: string;
  /** Whether an engine takes it as a convex shape. */
  readonly convex: boolean;
  /** Of a primitive shape: 0, an engine stores none. */
  readonly vertices: number;
  readonly faces: number;
  /** `null` for an open surface. */
  readonly volume: number | null;
  /** `null` for a primitive shape. */
  readonly area: number | null;
}

export function bodyRecord(body: ColliderBody): BodyRecord {
  const { name } = body;
  switch (body.kind) {
    case 'hull': {
      const { hull } = body;
      return { name, convex: true, vertices: hull.positions.length / 3, faces: hull.faceFirst.length - 1, ...hullMeasures(hull) };
    }
    case 'shape':
      return { name, convex: true, vertices: 0, faces: 0, volume: shapeVolume(body.fitted), area: null };
    case 'mesh': {
      const { mesh } = body;
      const { volume, area } = surfaceMeasures(mesh);
      return { name, convex: false, vertices: mesh.positions.length / 3, faces: mesh.indices.length / 3, volume, area };
    }
  }
}
