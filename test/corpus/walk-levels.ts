import { seededRandom } from '#core/math/seeded-random';
import type { Vec3 } from '#core/math/vec3';
import { meshBounds } from '#core/mesh/bounds';
import { defaultValues } from '#core/options/option';
import { walkOptions } from '#core/options/walk-options';
import type { TreedMesh } from '#core/pair/treed-mesh';
import { coreTouches } from '#core/sweep/walk/move';
import type { Walk, WalkInput, WalkStep } from '#core/sweep/walk/walk-request';
import { createWalker, type Walker } from '#core/sweep/walk/walker';
import { walkStep } from '#core/sweep/walk/walk-step';

/** A person of 1.7 m in a level in metres. */
const body = { shape: 'capsule', radius: 0.35, height: 1.7 } as const;
const settings = { ...defaultValues(walkOptions), stepHeight: 0.45, jumpSpeed: 5 };
/** Metres per second. */
const speed = 5;
/** Steps between two changes of direction. */
const legSteps = 24;

/** Legs that are tried from one place. */
const maxTries = 20;
/** A leg that falls deeper than this is taken back, in metres. */
const maxFall = 6;

/**
 * Returns a walk through a level, recorded from a seeded explorer. From a place where it stands it heads on, and turns where it is blocked, or
 * would fall deep. Every ninth leg begins with a jump. It starts within `reach` of the origin.
 */
export function recordedWalk(
  { tree, mesh }: TreedMesh,
  seed: number,
  legs: number,
  reach = Infinity,
): { readonly walk: Walk; readonly steps: readonly WalkStep[] } {
  const random = seededRandom(seed);
  const walker = standingWalker({ tree, mesh }, random, reach);
  const start = walker.position;
  const inputs: WalkInput[] = [];
  const steps: WalkStep[] = [];
  let yaw = 2 * Math.PI * random();
  for (let leg = 0, tries = 0; leg < legs && tries < maxTries; tries++) {
    const before = { ...walker };
    const input: WalkInput = { move: [speed * Math.cos(yaw), 0, speed * Math.sin(yaw)], steps: legSteps };
    const jump = leg % 9 === 8;
    const taken = Array.from({ length: legSteps }, (_, i) => walkStep(walker, { ...input, jump: jump && i === 0 }));
    const done = Math.hypot(walker.position[0] - before.position[0], walker.position[2] - before.position[2]);
    yaw += (random() - 0.5) * (done < (0.5 * speed * legSteps) / 64 ? 5 : 0.6);
    if (walker.position[1] < before.position[1] - maxFall || (!walker.grounded && walker.fallVelocity[1] < -speed)) {
      Object.assign(walker, before);
      yaw += 2 * random();
      continue;
    }
    if (jump) inputs.push({ ...input, jump, steps: 1 });
    inputs.push({ ...input, steps: legSteps - Number(jump) });
    steps.push(...taken);
    leg++;
    tries = 0;
  }
  return { walk: { body, start, settings, inputs }, steps };
}

/** Returns a walker on ground below a free place. */
function standingWalker({ tree, mesh }: TreedMesh, random: () => number, reach: number): Walker {
  const bounds = meshBounds(mesh)!;
  const min = bounds.min.map((value) => Math.max(value, -reach));
  const max = bounds.max.map((value) => Math.min(value, reach));
  for (;;) {
    const place = [0, 1, 2].map((k) => min[k]! + (max[k]! - min[k]!) * random()) as unknown as Vec3;
    const walker = createWalker(tree, mesh, body, place, settings);
    if (coreTouches(walker, place) || walker.finder(place, body.radius, 0.1, null).length > 0) continue;
    for (let i = 0; i < 100 && !walker.grounded; i++) walkStep(walker, { move: [0, 0, 0] });
    if (walker.grounded) return createWalker(tree, mesh, body, walker.position, settings);
  }
}
