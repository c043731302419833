import { invalidArgument } from '../../error.ts';
import { toRadians } from '../../math/angles.ts';
import { times, type Vec3 } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { checkValues } from '../../options/option.ts';
import { type WalkOptions, walkOptions } from '../../options/walk-options.ts';
import { triangleFilters, type TriangleFilter, type Viewpoint } from '../../query/triangle-filter.ts';
import type { Tree } from '../../tree/layout.ts';
import { createSweepWorkspace, type SweepWorkspace } from '../convex/workspace.ts';
import type { SweptShape } from '../convex/query.ts';
import { createContactFinder, type ContactFinder } from './contact-finder.ts';
import type { WalkBody, WalkStats } from './walk-request.ts';

/** A body on a mesh between two steps. `walkStep` moves it. */
export interface Walker {
  readonly tree: Tree;
  readonly mesh: TriangleMesh;
  readonly body: WalkBody;
  readonly settings: WalkOptions;
  /** Unit vector. */
  readonly up: Vec3;
  /** Half of the axis of the capsule; zero for a sphere. */
  readonly axis: Vec3;
  /** Gap that the body keeps to the surface. */
  readonly skin: number;
  /** Cosine of the slope limit. */
  readonly minUp: number;
  /** The triangles that count from a viewpoint. */
  readonly filterFrom: (viewpoint: Viewpoint) => TriangleFilter;
  readonly workspace: SweepWorkspace;
  readonly finder: ContactFinder;
  readonly stats: WalkStats;
  position: Vec3;
  /** Velocity of a jump or a fall, in mesh units per second; zero on the ground. */
  fallVelocity: Vec3;
  grounded: boolean;
  /** Radius of the sweeps of this step: smaller than that of the body while it overlaps the surface. */
  sweptRadius: number;
  /** Centres on the way of the step. */
  path: Vec3[];
  /** Direction of the view. */
  look: Vec3;
}

/** As a part of the radius. */
const defaultSkin = 1e-3;

/**
 * Places a body on a mesh.
 * @throws InspectorError `invalid-argument` for a radius that is not above 0, a capsule lower than its diameter, and a start that is not
 * finite. Also for settings out of range, and a capsule in mode `article`.
 */
export function createWalker(tree: Tree, mesh: TriangleMesh, body: WalkBody, start: Vec3, given: Partial<WalkOptions> = {}): Walker {
  const settings = checkValues(walkOptions, given);
  checkBody(body, settings);
  if (!start.every(Number.isFinite)) throw invalidArgument('The start of the walk is not finite', 'Use three finite numbers');
  const up = upOf(settings.up);
  const axis = times(up, body.shape === 'sphere' ? 0 : body.height / 2 - body.radius);
  const skin = settings.skin > 0 ? settings.skin : defaultSkin * body.radius;
  if (!(skin < body.radius / 4)) throw invalidArgument(`The skin cannot be ${skin}`, 'Use less than a quarter of the radius');
  return {
    tree,
    mesh,
    body,
    settings,
    up,
    axis,
    skin,
    minUp: Math.cos(toRadians(settings.slopeLimit)),
    filterFrom: triangleFilters(mesh, { parts: '', sides: settings.sides }),
    workspace: createSweepWorkspace(tree),
    finder: createContactFinder(tree, mesh, axis),
    stats: { sweeps: 0, nodesVisited: 0, trianglesTested: 0, exactTests: 0 },
    position: start,
    fallVelocity: [0, 0, 0],
    grounded: false,
    sweptRadius: body.radius,
    path: [start],
    look: settings.up === 'x' ? [0, 1, 0] : [1, 0, 0],
  };
}

function checkBody(body: WalkBody, { mode }: WalkOptions): void {
  if (!(body.radius > 0 && body.radius < Infinity))
    throw invalidArgument(`The radius of the body cannot be ${body.radius}`, 'Use a finite length above 0');
  if (body.shape === 'sphere') return;
  if (!(body.height >= 2 * body.radius && body.height < Infinity))
    throw invalidArgument(`The height of the capsule cannot be ${body.height}`, 'Use a finite length of at least two radii');
  if (mode === 'article') throw invalidArgument('Mode article moves a sphere only', 'Use a sphere, or the mode swept');
}

function upOf(axis: WalkOptions['up']): Vec3 {
  return axis === 'x' ? [1, 0, 0] : axis === 'y' ? [0, 1, 0] : [0, 0, 1];
}

/** Returns the shape of a body with another radius; a radius of 0 leaves its core. */
export function bodyShape({ body, axis }: Pick<Walker, 'body' | 'axis'>, radius: number): SweptShape {
  return body.shape === 'sphere' ? { kind: 'sphere', radius } : { kind: 'capsule', axis, radius };
}
