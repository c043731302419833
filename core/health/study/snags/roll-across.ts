import { cross, dot, minus, normalized, plus, times, type Vec3 } from '../../../math/vec3.ts';
import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../../mesh/triangle-vertices.ts';
import type { HealthOptions } from '../../../options/health-options.ts';
import { triangleFilter } from '../../../query/triangle-filter.ts';
import { triangleNormal } from '../../../shape/triangle-normal.ts';
import { sweepShape, type ShapeSweep, type SweepContact, type SweepResult } from '../../../sweep/convex/sweep-shape.ts';
import { createSweepWorkspace, type SweepWorkspace } from '../../../sweep/convex/workspace.ts';
import type { Tree } from '../../../tree/layout.ts';
import { rollingBody, type RollingBody } from './rolling-body.ts';

/** The outcome of one roll. */
export type Roll =
  /** The body rolls on, or a slope, a wall or a cliff ends its way; or there is no room for it at the start. */
  | { readonly kind: 'free' | 'noRoom' }
  /** An edge stops or lifts it. */
  | { readonly kind: 'snag'; readonly contact: SweepContact; readonly height: number; readonly sweep: ShapeSweep; readonly time: number }
  /** It falls into a gap, or through the back of a triangle. */
  | { readonly kind: 'gap' | 'back' };

export interface Roller {
  readonly tree: Tree;
  readonly mesh: TriangleMesh;
  readonly body: HealthOptions['snagBody'];
  readonly radius: number;
  readonly workspace: SweepWorkspace;
  /** Boxes and triangles that were tested. */
  tests: number;
}

export function createRoller(tree: Tree, mesh: TriangleMesh, body: HealthOptions['snagBody'], radius: number): Roller {
  return { tree, mesh, body, radius, workspace: createSweepWorkspace(tree), tests: 0 };
}

/** Higher obstacles are walls, as a part of the radius. */
const maxSnagHeight = 0.25;
/** A contact whose normal is closer to that of the face does not stop the body: the sine of a degree. */
const minDeflection = 0.0175;
/** Length of the roll behind the edge, as a part of the radius: more than 1, so that the body does not fall along the edge. */
const afterPart = 1.25;
/** Distances from there at which ground is searched on the other side of a gap, as parts of the radius. */
const farSides = [2, 3, 4];

/** Rolls a body from a triangle across one of its sides (0 to 2), and then looks for the ground there. `null` for triangles without area. */
export function rollAcross(roller: Roller, triangle: number, side: number): Roll | null {
  const { mesh, radius } = roller;
  const corners = triangleVertices(mesh, triangle);
  const normal = triangleNormal(...corners);
  const [a, b] = [corners[side % 3]!, corners[(side + 1) % 3]!];
  const along = normalized(minus(b, a));
  if (normal === null || along === null) return null;
  const across = cross(along, normal);
  const middle = times(plus(a, b), 0.5);
  const depth = -dot(minus(corners[(side + 2) % 3]!, middle), across);
  if (!(depth > 0)) return null;
  const body = rollingBody(roller.body, radius, normal, across, along);
  const to = plus(middle, plus(times(normal, body.height), times(across, afterPart * radius)));
  // Far enough to stand free of a lip; where there is no room, close to the edge.
  for (const before of [radius, Math.min(depth, radius) / 4]) {
    const from = plus(to, times(across, -afterPart * radius - before));
    const { state, contact, time } = sweep(roller, body, from, to, 'both');
    if (state === 'startsInside') continue;
    if (contact === null || time === null) return fall(roller, body, to, normal, across);
    const height = snagHeight(roller, contact, middle, normal);
    return height === null ? { kind: 'free' } : { kind: 'snag', contact, height, sweep: { shape: body.shape, from, to }, time };
  }
  return { kind: 'noRoom' };
}

/** Returns the height of an obstacle over the face; `null` for one that is a wall or a slope. */
function snagHeight({ mesh, body, radius }: Roller, contact: SweepContact, onFace: Vec3, normal: Vec3): number | null {
  const heightOf = (point: Vec3): number => dot(minus(point, onFace), normal);
  // A box can hit the side of a ledge: then the ledge ends at the highest corner.
  const height = body === 'box' ? Math.max(...triangleVertices(mesh, contact.triangle).map(heightOf)) : heightOf(contact.position);
  const isDetail = height > 0 && height <= maxSnagHeight * radius && (body === 'box' || contact.feature !== 'face');
  const deflects = contact.normal !== null && dot(contact.normal, contact.normal) - dot(contact.normal, normal) ** 2 > minDeflection ** 2;
  return isDetail && deflects ? height : null;
}

/** Lets the body fall behind the edge. */
function fall(roller: Roller, body: RollingBody, from: Vec3, normal: Vec3, across: Vec3): Roll {
  const { radius } = roller;
  const down = times(normal, -2 * radius);
  const ground = sweep(roller, body, from, plus(from, down), 'both').contact;
  if (ground !== null) {
    const face = triangleNormal(...triangleVertices(roller.mesh, ground.triangle));
    const isFront = face === null || dot(face, normal) > 0;
    return { kind: isFront || sweep(roller, body, from, plus(from, down), 'front').state !== 'miss' ? 'free' : 'back' };
  }
  // Ground at the same height on the other side makes it a gap, not a cliff.
  const isGap = farSides.some((far) => {
    const start = plus(from, times(across, far * radius));
    const { state, contact } = sweep(roller, body, start, plus(start, times(normal, -radius / 2)), 'both');
    return state === 'hit' && contact !== null;
  });
  return { kind: isGap ? 'gap' : 'free' };
}

function sweep(roller: Roller, { shape }: RollingBody, from: Vec3, to: Vec3, sides: 'both' | 'front'): SweepResult {
  const { tree, mesh, radius, workspace } = roller;
  const accepts = sides === 'both' ? null : triangleFilter(mesh, { parts: '', sides }, { direction: minus(to, from) });
  const result = sweepShape(tree, mesh, { shape, from, to }, { tolerance: radius * 1e-4 }, workspace, accepts);
  roller.tests += result.stats.nodesVisited + result.stats.trianglesTested;
  return result;
}
