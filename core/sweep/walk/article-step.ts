import { dot, minus, plus, times, type Vec3 } from '../../math/vec3.ts';
import { partOfTriangle } from '../../mesh/triangle-mesh.ts';
import { type ArticleTouch, articleTouch } from '../../query/sphere/article.ts';
import { sphereOverlapInto } from '../../query/sphere/into.ts';
import { createSphereWorkspace } from '../../query/sphere/workspace.ts';
import type { WalkContact, WalkInput } from './walk-request.ts';
import type { Walker } from './walker.ts';

/**
 * Moves a sphere by the rule of the camera article, for comparison: the whole motion at once, then one push-out from each triangle in file
 * order. A sphere that is faster than its size can pass through a wall, and is then pushed out of its back.
 *
 * Source: "Checking camera collisions with a polygon", gamedev.ru, 2003. Changed: gravity is added to the motion of the camera.
 */
export function articleStep(walker: Walker, { move, jump = false }: WalkInput): readonly WalkContact[] {
  const { settings, up, minUp } = walker;
  const { gravity, timeStep } = settings;
  let velocity = move;
  if (gravity > 0) {
    const jumps = jump && walker.grounded;
    walker.fallVelocity = times(up, jumps ? settings.jumpSpeed : dot(walker.fallVelocity, up) - gravity * timeStep);
    velocity = plus(minus(move, times(up, dot(move, up))), walker.fallVelocity);
  }
  walker.position = plus(walker.position, times(velocity, timeStep));
  walker.path.push(walker.position);
  const contacts = pushInOrder(walker);
  walker.grounded = contacts.some(({ normal }) => dot(normal, up) >= minUp);
  if (walker.grounded) walker.fallVelocity = [0, 0, 0];
  return contacts;
}

/**
 * Runs the one pass of the article. Each push moves the sphere, so the triangles after it are searched again: the same as a pass over all
 * triangles, without testing all.
 */
function pushInOrder(walker: Walker): readonly WalkContact[] {
  const { mesh, body } = walker;
  const { radius } = body;
  const contacts: WalkContact[] = [];
  for (let next = nextTouch(walker, 0); next !== null; next = nextTouch(walker, next.triangle + 1)) {
    const { triangle, feature, featureIndex, direction, depth } = next;
    const position = plus(walker.position, times(direction, depth - radius));
    const part = partOfTriangle(mesh, triangle);
    contacts.push({ triangle, feature, featureIndex, part, position, normal: direction, distance: 0 - depth });
    walker.position = plus(walker.position, times(direction, depth));
    walker.path.push(walker.position);
  }
  return contacts;
}

/** Returns the first touch at or after a triangle. */
function nextTouch(walker: Walker, first: number): ArticleTouch | null {
  const { tree, mesh, body, settings, position: center } = walker;
  const sphere = { center, radius: body.radius };
  const workspace = createSphereWorkspace(tree);
  const accepts = frontOnly(walker, center);
  const count = sphereOverlapInto(tree, mesh, sphere, 'all', workspace, undefined, (triangle) => triangle >= first && accepts(triangle));
  for (const triangle of Uint32Array.from(workspace.triangles.slice(0, count)).sort()) {
    const touch = articleTouch(mesh, triangle, sphere, settings.edgePercent);
    if (touch !== null) return touch;
  }
  return null;
}

function frontOnly(walker: Walker, point: Vec3): (triangle: number) => boolean {
  return walker.filterFrom({ point }) ?? (() => true);
}
