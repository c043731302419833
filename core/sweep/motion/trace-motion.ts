import { isFiniteTriangle } from '../../mesh/triangle-mesh.ts';
import type { TreedMesh } from '../../pair/treed-mesh.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { createDecision, decide, defaultMaxSteps, TraceRecorder, type Decision } from '../../query/trace/recorder.ts';
import { noStep, type Trace } from '../../query/trace/trace.ts';
import { triangleAt } from '../../tree/leaf-order.ts';
import { childAt, childCount, leafCount, leafFirst } from '../../tree/nodes.ts';
import { boxWords, nodeReach, readBoxA, readBoxB, sizeOf } from './first-contact.ts';
import { firstEvent, motionSetup, type MotionRequest, type MotionSettings } from './mesh-motion.ts';
import { beginSegment, createMotionWork, segmentCount, type MotionWork } from './motion-work.ts';
import { boxesApartIn } from './node-gap.ts';
import { overlapBoxes } from './overlap-boxes.ts';
import { pairTime } from './pair-time.ts';

/**
 * Runs the search of `meshMotion` for the first contact, and records its traversal: pairs of nodes and pairs of triangles. A culled pair of nodes has
 * the axis that separates it, or the two axes along which its boxes overlap at different times. Numbers of a step are times from 0 to 1, and lengths
 * for a gap. Each segment of time has a pair of roots. The tests before the search are not recorded: of the first pose, and of swept volumes.
 * @throws InspectorError `invalid-argument` as `meshMotion`, and for a limit below 1; whatever `progress` throws, which is called for each pair of nodes.
 */
export function traceMotion(
  a: TreedMesh,
  b: TreedMesh,
  request: MotionRequest,
  settings: Omit<MotionSettings, 'withProof'> = {},
  maxSteps: number = defaultMaxSteps,
  progress: Progress = noProgress,
): Trace {
  const { path, separation, tolerance, bounds } = motionSetup(a, b, request, settings);
  const recorder = new TraceRecorder(maxSteps, true);
  if (bounds === null || a.tree.nodeCount === 0 || b.tree.nodeCount === 0) return recorder.finish(new Uint32Array(), false);
  const work = createMotionWork(a, b, path, bounds, { separation, tolerance, withRows: false });
  const walk: Walk = { work, recorder, decision: createDecision(), box: new Float32Array(6) };
  const segments = segmentCount(path);
  for (let segment = 0; segment < segments; segment++) {
    beginSegment(work, segment, segments);
    if (work.start > work.limit) break;
    descend(walk, () => progress(segment / segments));
  }
  const first = work.events.length === 0 ? null : firstEvent(work).first;
  return recorder.finish(first === null ? new Uint32Array() : Uint32Array.of(first.a, first.b), false);
}

interface Walk {
  readonly work: MotionWork;
  readonly recorder: TraceRecorder;
  readonly decision: Decision;
  readonly box: Float32Array;
}

/** A pair of nodes on the stack. */
interface Entry {
  readonly nodeA: number;
  readonly nodeB: number;
  /** Time of the motion at which the boxes begin to overlap. */
  readonly time: number;
  readonly boxes: Float64Array;
  readonly step: number;
}

/** Descends in the order of `findFirstContact`. */
function descend(walk: Walk, progress: () => void): void {
  const { work, recorder, decision } = walk;
  const { a, b } = work;
  const roots = new Float64Array(boxWords);
  readBoxA(a.tree, 0, walk.box, roots, 0);
  readBoxB(work, 0, walk.box, roots, 0);
  const root = visit(walk, 0, 0, roots, noStep);
  const stack: Entry[] = root === null ? [] : [root];
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const { nodeA, nodeB, time, boxes, step } = entry;
    progress();
    if (time > work.limit) {
      decide(decision, 'beyond-best', time, work.limit);
      recorder.node('skip', nodeA, nodeB, step, decision);
      continue;
    }
    decide(decision, 'reached', time, work.limit);
    const childrenA = childCount(a.tree, nodeA);
    const childrenB = childCount(b.tree, nodeB);
    if (childrenA === 0 && childrenB === 0) {
      testLeaves(walk, nodeA, nodeB, recorder.node('leaf', nodeA, nodeB, step, decision));
      continue;
    }
    const opened = recorder.node('open', nodeA, nodeB, step, decision);
    const opensA = childrenB === 0 || (childrenA > 0 && sizeOf(boxes, 0) >= sizeOf(boxes, 6));
    const children: Entry[] = [];
    for (let i = 0; i < (opensA ? childrenA : childrenB); i++) {
      const childA = opensA ? childAt(a.tree, nodeA, i) : nodeA;
      const childB = opensA ? nodeB : childAt(b.tree, nodeB, i);
      const own = boxes.slice();
      if (opensA) readBoxA(a.tree, childA, walk.box, own, 0);
      else readBoxB(work, childB, walk.box, own, 0);
      const child = visit(walk, childA, childB, own, opened);
      if (child !== null) children.push(child);
    }
    // The earliest is on top; of several the last.
    stack.push(...children.sort((p, q) => q.time - p.time));
  }
}

/** Tests a pair of nodes and records it; `null` if it is culled. */
function visit({ work, recorder, decision }: Walk, nodeA: number, nodeB: number, boxes: Float64Array, parent: number): Entry | null {
  const { overlap, start, end } = work;
  recorder.nodes = ++work.nodePairs;
  if (overlapBoxes(boxes, 0, boxes, 6, boxes, 12, nodeReach(work), overlap)) {
    const time = start + overlap.enter * (end - start);
    decide(decision, 'reached', time, work.limit);
    return { nodeA, nodeB, time, boxes, step: recorder.node('push', nodeA, nodeB, parent, decision) };
  }
  const gap = boxesApartIn(boxes, nodeReach(work));
  if (gap.kind === 'axis') decide(decision, 'axis', gap.gap, 0, gap.axis);
  else decide(decision, 'slabs', start + gap.enter * (end - start), start + gap.leave * (end - start), gap.enterAxis, gap.leaveAxis);
  recorder.node('cull', nodeA, nodeB, parent, decision);
  return null;
}

function testLeaves({ work, recorder }: Walk, leafA: number, leafB: number, parent: number): void {
  const { a, b } = work;
  const firstA = leafFirst(a.tree, leafA);
  const firstB = leafFirst(b.tree, leafB);
  for (let i = firstA; i < firstA + leafCount(a.tree, leafA); i++) {
    const triangleA = triangleAt(a.tree, i);
    if (!isFiniteTriangle(a.mesh, triangleA)) continue;
    for (let j = firstB; j < firstB + leafCount(b.tree, leafB); j++) {
      const triangleB = triangleAt(b.tree, j);
      const [tests, events, limit] = [work.trianglePairs, work.events.length, work.limit];
      pairTime(work, triangleA, triangleB);
      // A triangle that is not finite is not tested.
      if (work.trianglePairs === tests) continue;
      recorder.triangles = work.trianglePairs;
      const action = work.events.length === events ? 'miss' : work.limit < limit ? 'best' : 'hit';
      recorder.triangle(action, triangleA, triangleB, parent, work.limit);
    }
  }
}
