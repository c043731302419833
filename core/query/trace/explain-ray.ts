import { dot, normalized, type Vec3 } from '../../math/vec3.ts';
import type { Tree } from '../../tree/layout.ts';
import { radiusWord, sphereWords } from '../../tree/kinds/sphere/node-sphere.ts';
import type { Ray } from '../ray/query.ts';
import { decide, type Decision } from './recorder.ts';
import { createNodeSlab, readSlab, slabCountOf } from './node-slab.ts';

/**
 * Writes why a ray misses a node's volume, or enters it beyond `limit`. The volume is known to be culled, with padded numbers, so the
 * reason that fails by most is written, even if it does not fail in plain f64.
 */
export function explainRay(tree: Tree, node: number, { origin, direction, far }: Ray, limit: number, decision: Decision): void {
  const local: Vec3 = [origin[0] - tree.origin[0], origin[1] - tree.origin[1], origin[2] - tree.origin[2]];
  const unit = normalized(direction)!;
  const beyond = limit < far ? 'beyond-best' : 'beyond-far';
  if (tree.volume === 'sphere') return explainSphere(tree, node, local, unit, limit, beyond, decision);
  const slab = createNodeSlab();
  let entry = -Infinity;
  let exit = Infinity;
  let entryAxis = 0;
  let exitAxis = 0;
  for (let axis = 0; axis < slabCountOf(tree); axis++) {
    readSlab(tree, node, axis, slab);
    const from = dot(slab.direction, local);
    const slope = dot(slab.direction, unit);
    if (slope === 0) {
      if (from < slab.low || from > slab.high) return decide(decision, 'parallel', 0, 0, axis);
      continue;
    }
    const near = ((slope > 0 ? slab.low : slab.high) - from) / slope;
    const last = ((slope > 0 ? slab.high : slab.low) - from) / slope;
    if (near > entry) [entry, entryAxis] = [near, axis];
    if (last < exit) [exit, exitAxis] = [last, axis];
  }
  const [missed, passed, late] = [entry - exit, -exit, entry - limit];
  // A box behind the origin is a simpler reason than the order of its slabs.
  if (passed >= 0 && late < 0) return decide(decision, 'behind', exit, 0, exitAxis);
  if (missed > 0 || (missed >= passed && missed >= late)) return decide(decision, 'slabs', entry, exit, entryAxis, exitAxis);
  if (passed >= late) return decide(decision, 'behind', exit, 0, exitAxis);
  decide(decision, beyond, entry, limit, entryAxis);
}

function explainSphere(
  { nodesF32 }: Tree,
  node: number,
  local: Vec3,
  unit: Vec3,
  limit: number,
  beyond: 'beyond-far' | 'beyond-best',
  decision: Decision,
): void {
  const at = node * sphereWords;
  const radius = nodesF32[at + radiusWord];
  const to: Vec3 = [nodesF32[at] - local[0], nodesF32[at + 1] - local[1], nodesF32[at + 2] - local[2]];
  const along = dot(to, unit);
  const away = Math.hypot(to[0] - along * unit[0], to[1] - along * unit[1], to[2] - along * unit[2]);
  const half = Math.sqrt(Math.max(0, radius * radius - away * away));
  if (along + half < 0) return decide(decision, 'behind', along + half, 0);
  if (away > radius || along - half <= limit) return decide(decision, 'away', away, radius);
  decide(decision, beyond, along - half, limit);
}
