import { dot, length, minus, plus, times, type Vec3 } from '../../math/vec3.ts';
import { articleStep } from './article-step.ts';
import { chaseCamera } from './chase-camera.ts';
import { isGround } from './ground.ts';
import { coreCrosses, move, type MoveHit } from './move.ts';
import { pushBodyOut } from './push-body-out.ts';
import { slide, slideSideways } from './slide.ts';
import type { Walker } from './walker.ts';
import type { WalkContact, WalkInput, WalkStep } from './walk-request.ts';

/** Moves a body by one step. The body never passes through the surface in mode `swept`, however fast it is. */
export function walkStep(walker: Walker, input: Omit<WalkInput, 'steps'>): WalkStep {
  walker.path = [walker.position];
  turn(walker, input);
  const contacts = walker.settings.mode === 'article' ? articleStep(walker, input) : sweptStep(walker, input);
  const { position, grounded, path, settings } = walker;
  // The article jumps: only the ends of its step count.
  const way = settings.mode === 'article' ? [path[0]!, position] : path;
  const tunnelled = way.slice(1).some((to, i) => isMoved(way[i]!, to) && coreCrosses(walker, way[i]!, to));
  return { position, contacts, grounded, path, tunnelled, camera: settings.view === 'chase' ? chaseCamera(walker) : null };
}

function turn(walker: Walker, { look, move: velocity }: Omit<WalkInput, 'steps'>): void {
  const wanted = look ?? velocity;
  if (length(wanted) > 0) walker.look = wanted;
}

function isMoved(from: Vec3, to: Vec3): boolean {
  return from.some((value, k) => value !== to[k]);
}

function sweptStep(walker: Walker, { move: velocity, jump = false }: Omit<WalkInput, 'steps'>): readonly WalkContact[] {
  const { settings, up } = walker;
  const { gravity, timeStep } = settings;
  pushBodyOut(walker);
  const motion = times(velocity, timeStep);
  if (gravity === 0) {
    take(walker, slide(walker, walker.position, motion));
    const contacts = pushBodyOut(walker);
    walker.grounded = contacts.some((contact) => isGround(walker, walker.position, contact));
    return contacts;
  }
  const across = minus(motion, times(up, dot(motion, up)));
  const jumps = jump && walker.grounded;
  const wasGrounded = walker.grounded && !jumps;
  if (jumps) walker.fallVelocity = times(up, settings.jumpSpeed);
  goAcross(walker, across, wasGrounded);
  if (!(wasGrounded && followGround(walker))) fall(walker);
  return pushBodyOut(walker);
}

function take(walker: Walker, { position, path }: { readonly position: Vec3; readonly path: readonly Vec3[] }): void {
  walker.position = position;
  walker.path.push(...path);
}

/** Moves the body across the up axis; over a step, if that leads farther. */
function goAcross(walker: Walker, motion: Vec3, canStep: boolean): void {
  const from = walker.position;
  const along = slideSideways(walker, from, motion);
  const { up, minUp, skin, settings } = walker;
  const isBlocked = along.hits.some(({ normal }) => dot(normal, up) < minUp);
  if (!canStep || !isBlocked || settings.stepHeight === 0) return take(walker, along);
  const raised = move(walker, from, times(up, settings.stepHeight));
  const over = slideSideways(walker, raised.position, motion);
  const height = dot(minus(over.position, from), up);
  const landed = move(walker, over.position, times(up, -height - 2 * skin));
  const done = ({ position }: { readonly position: Vec3 }): number => dot(minus(position, from), motion) / length(motion);
  const isBetter = landed.hit !== null && done(landed) > done(along) + skin * 2 ** -4 && isStep(walker, from, landed.position, landed.hit);
  take(walker, isBetter ? { position: landed.position, path: [raised.position, ...over.path, landed.position] } : along);
}

/** Whether the body can stand on a contact, which is no higher than a step over the lowest point of the body where it came from. */
function isStep(walker: Walker, from: Vec3, position: Vec3, hit: MoveHit): boolean {
  const { up, axis, body, skin, settings } = walker;
  const feet = dot(minus(from, axis), up) - body.radius;
  return dot(hit.position, up) - feet <= settings.stepHeight + 2 * skin && isGround(walker, position, hit);
}

/** Lowers a body that stood to the ground below; false if there is none within a step. */
function followGround(walker: Walker): boolean {
  const { up, skin, settings, position } = walker;
  const lowered = move(walker, position, times(up, -settings.stepHeight - 4 * skin));
  if (lowered.hit === null || !isGround(walker, lowered.position, lowered.hit)) return false;
  take(walker, { position: lowered.position, path: [lowered.position] });
  walker.fallVelocity = [0, 0, 0];
  return true;
}

/** Lets a body fall or rise; it slides down what is too steep to stand on. */
function fall(walker: Walker): void {
  const { up, skin, settings } = walker;
  const { gravity, timeStep } = settings;
  const from = walker.position;
  const velocity = plus(walker.fallVelocity, times(up, -gravity * timeStep));
  const motion = times(velocity, timeStep);
  const falls = dot(velocity, up) <= 0;
  const straight = move(walker, from, motion);
  walker.grounded = falls && straight.hit !== null && isGround(walker, straight.position, straight.hit);
  walker.fallVelocity = walker.grounded ? [0, 0, 0] : velocity;
  if (walker.grounded || straight.hit === null) return take(walker, { position: straight.position, path: [straight.position] });
  const slid = slide(walker, from, motion);
  take(walker, slid);
  const moved = minus(slid.position, from);
  // A body that is wedged stands, so that it can jump out.
  walker.grounded = falls && length(moved) < skin && length(motion) >= skin;
  walker.fallVelocity = walker.grounded ? [0, 0, 0] : times(moved, 1 / timeStep);
}
