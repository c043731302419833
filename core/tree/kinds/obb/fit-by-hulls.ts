import type { Progress } from '../../../progress.ts';
import type { Tree } from '../../layout.ts';
import { nodeRange } from '../../node-range.ts';
import { isLeaf, leafCount, leafFirst } from '../../nodes.ts';
import { hullAxes } from './hull-axes.ts';
import { createHull } from './hull.ts';

/**
 * Maximum number of points of a hull. Of more points the outermost along evenly spread directions are used. With 3,000 points the
 * boxes of a scan of 69,451 triangles had the same surface area to six digits, and the build took a fifth longer.
 */
const maxPoints = 256;
const directions = 256;
/** Cosine and sine of the golden angle, 2.399963229728653. Constants, because the last digit of `Math.cos` may differ between engines. */
const goldenCosine = -0.7373688780783197;
const goldenSine = 0.6754902942615238;
const reportStep = 1 << 17;
/** Work of a hull, in triangles whose corners are projected. */
const workPerNode = 32;

/** Fits the volume of a node to the numbers [from, to) of the corners. `axes` (9) are those of their hull. */
type Fit = (node: number, from: number, to: number, axes: Float64Array) => void;

/**
 * Fits a volume to each node of a tree along the axes of the convex hull of its triangles. `corners` are nine numbers for each triangle, in the
 * order of the leaves. Nodes are processed from the last to the first. Each passes the corners of its hull to its parent, so that hulls are built
 * from few points.
 * @throws whatever `progress` throws.
 */
export function fitByHulls(tree: Tree, corners: Float64Array, fit: Fit, progress: Progress): void {
  const hull = createHull();
  const axes = new Float64Array(9);
  /** Stack of hull corners of nodes whose parent is not processed yet, and the number of corners of each. */
  let points = new Float64Array(3 * 1024);
  const counts: number[] = [];
  let used = 0;
  let work = 0;
  let nextReport = reportStep;
  for (let node = tree.nodeCount - 1; node >= 0; node--) {
    let count = 0;
    if (isLeaf(tree, node)) {
      const first = 9 * leafFirst(tree, node);
      const length = 9 * leafCount(tree, node);
      if (3 * used + length > points.length) points = grown(points, 3 * used + length);
      points.set(corners.subarray(first, first + length), 3 * used);
      count = length / 3;
    } else {
      count = counts.pop()! + counts.pop()!;
      used -= count;
    }
    const own = points.subarray(3 * used, 3 * (used + count));
    count = hullAxes(hull, own, count > maxPoints ? keepOutermost(own, count) : count, axes);
    used += count;
    counts.push(count);
    const { first, count: triangles } = nodeRange(tree, node);
    fit(node, 9 * first, 9 * (first + triangles), axes);
    work += triangles + workPerNode;
    if (work < nextReport) continue;
    nextReport = work + reportStep;
    progress(1 - node / tree.nodeCount);
  }
}

function grown(points: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * length);
  larger.set(points);
  return larger;
}

/** Moves the outermost points along evenly spread directions to the front. Returns their number. */
function keepOutermost(points: Float64Array, count: number): number {
  const isKept = new Uint8Array(count);
  let cosine = 1;
  let sine = 0;
  for (let i = 0; i < directions / 2; i++) {
    // Directions on half a sphere, by the golden angle; each is used both ways.
    const z = (i + 0.5) / (directions / 2);
    const x = Math.sqrt(1 - z * z) * cosine;
    const y = Math.sqrt(1 - z * z) * sine;
    const nextCosine = cosine * goldenCosine - sine * goldenSine;
    sine = cosine * goldenSine + sine * goldenCosine;
    cosine = nextCosine;
    let low = 0;
    let high = 0;
    let min = Infinity;
    let greatest = -Infinity;
    for (let p = 0; p < count; p++) {
      const value = x * points[3 * p] + y * points[3 * p + 1] + z * points[3 * p + 2];
      if (value < min) {
        min = value;
        low = p;
      }
      if (value > greatest) {
        greatest = value;
        high = p;
      }
    }
    isKept[low] = isKept[high] = 1;
  }
  let kept = 0;
  for (let p = 0; p < count; p++) if (isKept[p] === 1) points.copyWithin(3 * kept++, 3 * p, 3 * p + 3);
  return kept;
}
