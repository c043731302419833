import { type InspectorErrorCode, toErrorData } from '../../error.ts';
import { checkSurface } from '../../mesh/check-surface.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { type DecomposeOptions } from '../../options/decompose-options.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { bodyName, type ColliderBody } from '../collider/collider.ts';
import {
  type ColliderRating,
  type RatedSource,
  ratedSource,
  rateCollider,
  type RatingLimits,
  ratingLimits,
} from '../collider/rate-collider.ts';
import { fitShapes } from '../fit/fit-shapes.ts';
import type { ShapeKind } from '../fit/fitted-shape.ts';
import { convexHull } from '../hull/convex-hull.ts';
import { simplifyHull } from '../hull/simplify-hull.ts';
import { groupPoints, triangleGroups } from '../triangle-groups.ts';
import type { DecomposeNote } from './decompose-note.ts';
import { type DecomposedBodies, decomposedBodies } from './decomposed-bodies.ts';
import type { Dividers } from './dividers.ts';
import { type EngineName, enginesExceeded } from './engine-limits.ts';

/** A way to make a collider, with its title. */
export interface Contender {
  /** Unique in one comparison: `vhacd-8`, `box-containing`. */
  readonly id: string;
  readonly title: string;
  readonly make: (mesh: TriangleMesh, dividers: Dividers, progress: Progress) => Promise<DecomposedBodies>;
}

/** A collider with its rating, and its place in the comparison. */
export interface ComparedCollider {
  readonly id: string;
  readonly title: string;
  readonly bodies: readonly ColliderBody[];
  readonly notes: readonly DecomposeNote[];
  readonly rating: ColliderRating;
  /** Engines whose limit of a hull it exceeds. */
  readonly overLimit: readonly EngineName[];
  readonly milliseconds: number;
}

/** A method that made no collider of this mesh. */
export interface SkippedCollider {
  readonly id: string;
  readonly title: string;
  /** One sentence. */
  readonly reason: string;
}

export interface ComparedColliders {
  readonly source: RatedSource;
  readonly made: readonly ComparedCollider[];
  readonly skipped: readonly SkippedCollider[];
}

/** A method that refuses the mesh with one of these is skipped. */
const refusals: readonly InspectorErrorCode[] = ['invalid-argument', 'no-volume', 'unsupported-feature', 'too-large', 'too-small'];

/** Budgets of V-HACD that are compared, as far as they are below that of the options. */
const hullBudgets = [2, 4, 8, 16, 32, 64];

/**
 * Makes a collider of a mesh by every method, and compares each with the mesh (catalogue S2). A method that refuses the mesh is skipped, with its
 * reason.
 * @throws InspectorError `no-triangles`; `cancelled`; whatever `progress` throws.
 */
export async function compareColliders(
  mesh: TriangleMesh,
  options: DecomposeOptions,
  dividers: Dividers,
  progress: Progress = noProgress,
  limits: RatingLimits = ratingLimits,
): Promise<ComparedColliders> {
  triangleGroups(mesh, 'whole');
  checkSurface(mesh);
  const source = ratedSource(mesh, (fraction) => progress(0.05 * fraction), limits);
  const contenders = contendersOf(options);
  const made: ComparedCollider[] = [];
  const skipped: SkippedCollider[] = [];
  for (const [i, { id, title, make }] of contenders.entries()) {
    const part = (fraction: number): void => progress(0.05 + (0.95 * (i + fraction)) / contenders.length);
    const start = performance.now();
    try {
      const { bodies, notes } = await make(mesh, dividers, (fraction) => part(fraction / 2));
      const milliseconds = performance.now() - start;
      const rating = rateCollider(source, bodies, (fraction) => part(0.5 + fraction / 2), limits);
      made.push({ id, title, bodies, notes, rating, overLimit: enginesExceeded(bodies), milliseconds });
    } catch (thrown) {
      const { code, message } = toErrorData(thrown);
      if (!refusals.includes(code)) throw thrown;
      skipped.push({ id, title, reason: message });
    }
  }
  progress(1);
  return { source, made, skipped };
}

/** Returns the ids of the rows of a comparison, in the order of the table. */
export function colliderIds(options: DecomposeOptions): readonly string[] {
  return contendersOf(options).map(({ id }) => id);
}

/** Returns the methods in the order of the table: those with few bodies first. */
export function contendersOf(options: DecomposeOptions): readonly Contender[] {
  const budgets = [...new Set([...hullBudgets.filter((budget) => budget < options.maxHulls), options.maxHulls])];
  const decomposed = (id: string, title: string, changes: Partial<DecomposeOptions>): Contender => ({
    id,
    title,
    make: (mesh, dividers, progress) => decomposedBodies(mesh, { ...options, ...changes }, dividers, progress),
  });
  return [
    ...[true, false].flatMap((containing) => (['box', 'sphere', 'capsule', 'cylinder'] as const).map((shape) => fitted(shape, containing))),
    {
      id: 'hull',
      title: 'Convex hull',
      make: (mesh, _, progress) => Promise.resolve({ bodies: [wholeHull(mesh, options, progress)], notes: [] }),
    },
    decomposed('components', 'Hulls of components', { method: 'hull' }),
    ...budgets.map((maxHulls) => decomposed(`vhacd-${maxHulls}`, `V-HACD, ${maxHulls} hulls`, { method: 'vhacd', maxHulls })),
    decomposed('coacd', 'CoACD', { method: 'coacd' }),
    decomposed('remesh', 'Voxel remesh', { method: 'remesh' }),
    decomposed('simplify', 'Simplified mesh', { method: 'simplify' }),
  ];
}

function fitted(shape: ShapeKind, containing: boolean): Contender {
  const title = `${shape.charAt(0).toUpperCase()}${shape.slice(1)}, ${containing ? 'containing' : 'best fit'}`;
  return {
    id: `${shape}-${containing ? 'containing' : 'best'}`,
    title,
    make: (mesh, _, progress) => {
      const [fit] = fitShapes(mesh, { shape, containing, per: 'whole' }, progress);
      const { name, part } = fit!.group;
      const body: ColliderBody = { kind: 'shape', name: bodyName(name, shape, 1), of: part === null ? null : name, fitted: fit!.fitted };
      return Promise.resolve({ bodies: [body], notes: [] });
    },
  };
}

function wholeHull(mesh: TriangleMesh, { maxVertices }: DecomposeOptions, progress: Progress): ColliderBody {
  const [group] = triangleGroups(mesh, 'whole');
  const exact = convexHull(groupPoints(mesh, group!));
  const hull = maxVertices === 0 ? exact : simplifyHull(exact, { maxVertices }, progress).hull;
  const { name, part } = group!;
  return { kind: 'hull', name: bodyName(name, 'hull', 1), of: part === null ? null : name, hull };
}
