import type { Tree } from '../../tree/layout.ts';
import { rssAxesWord, rssHalfWord, rssRadiusWord, rssWords } from '../../tree/kinds/rss/node-rss.ts';
import type { BoxSeparation } from './box-separation.ts';

/** Values for distances of rectangles swept by spheres, for one placement of B. A placed sphere of B is in one that is `growth` times as large. */
export interface RssDistance {
  readonly a: Float32Array;
  readonly b: Float32Array;
  readonly boxes: BoxSeparation;
  readonly growth: number;
  readonly padding: number;
  /** (9 each) centre and axes of the rectangle of A, and of the placed one of B. */
  readonly p: Float64Array;
  readonly q: Float64Array;
}

/** Returns the values for `rssDistanceSq`; `null` unless both trees have swept spheres. */
export function createRssDistance(treeA: Tree, treeB: Tree, boxes: BoxSeparation): RssDistance | null {
  if (treeA.volume !== 'rss' || treeB.volume !== 'rss') return null;
  const { columns: c, padding } = boxes;
  // The largest eigenvalue of CᵀC is at most its largest row sum.
  let growthSq = 0;
  for (let i = 0; i < 9; i += 3) {
    let row = 0;
    for (let j = 0; j < 9; j += 3) row += Math.abs(c[i] * c[j] + c[i + 1] * c[j + 1] + c[i + 2] * c[j + 2]);
    growthSq = Math.max(growthSq, row);
  }
  return {
    a: treeA.nodesF32,
    b: treeB.nodesF32,
    boxes,
    growth: Math.sqrt(growthSq) * (1 + 2 ** -40),
    padding: 16 * (padding[0] + padding[1] + padding[2]),
    p: new Float64Array(9),
    q: new Float64Array(9),
  };
}

/** Each step takes the point of one rectangle that is nearest to that of the other. Any number gives a valid bound. */
const steps = 4;

/**
 * Returns a lower bound of the squared distance of two nodes: the gap of the rectangles along the vector between two near points of them, less both
 * radii. NaN or infinite after an overflow: comparisons must not cull then. Hot.
 */
export function rssDistanceSq(rss: RssDistance, nodeA: number, nodeB: number): number {
  const { a, b, p, q, growth, padding } = rss;
  const atA = nodeA * rssWords;
  const atB = nodeB * rssWords;
  for (let k = 0; k < 3; k++) {
    p[k] = a[atA + k];
    p[k + 3] = a[atA + rssAxesWord + k];
    p[k + 6] = a[atA + rssAxesWord + 3 + k];
  }
  placeRectangle(rss.boxes, b, atB, q);
  const halfA = a[atA + rssHalfWord];
  const otherA = a[atA + rssHalfWord + 1];
  const halfB = b[atB + rssHalfWord];
  const otherB = b[atB + rssHalfWord + 1];
  let x = q[0];
  let y = q[1];
  let z = q[2];
  let nx = 0;
  let ny = 0;
  let nz = 0;
  for (let step = 0; step < steps; step++) {
    const s = clamped(p, 3, x - p[0], y - p[1], z - p[2], halfA);
    const t = clamped(p, 6, x - p[0], y - p[1], z - p[2], otherA);
    const px = p[0] + s * p[3] + t * p[6];
    const py = p[1] + s * p[4] + t * p[7];
    const pz = p[2] + s * p[5] + t * p[8];
    const u = clamped(q, 3, px - q[0], py - q[1], pz - q[2], halfB);
    const v = clamped(q, 6, px - q[0], py - q[1], pz - q[2], otherB);
    x = q[0] + u * q[3] + v * q[6];
    y = q[1] + u * q[4] + v * q[7];
    z = q[2] + u * q[5] + v * q[8];
    nx = x - px;
    ny = y - py;
    nz = z - pz;
  }
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (!(length > 0)) return length;
  const between = nx * (q[0] - p[0]) + ny * (q[1] - p[1]) + nz * (q[2] - p[2]);
  const reach =
    halfA * Math.abs(nx * p[3] + ny * p[4] + nz * p[5]) +
    otherA * Math.abs(nx * p[6] + ny * p[7] + nz * p[8]) +
    halfB * Math.abs(nx * q[3] + ny * q[4] + nz * q[5]) +
    otherB * Math.abs(nx * q[6] + ny * q[7] + nz * q[8]);
  const gap = (between - reach) / length - a[atA + rssRadiusWord] - b[atB + rssRadiusWord] * growth - padding;
  return gap > 0 ? gap * gap * (1 - 2 ** -36) : gap === gap ? 0 : NaN;
}

function placeRectangle({ columns: c, offset }: BoxSeparation, words: Float32Array, at: number, out: Float64Array): void {
  for (let i = 0; i < 9; i += 3) {
    const from = i === 0 ? at : at + rssAxesWord + i - 3;
    for (let k = 0; k < 3; k++) {
      out[i + k] = c[k] * words[from] + c[k + 3] * words[from + 1] + c[k + 6] * words[from + 2] + (i === 0 ? offset[k] : 0);
    }
  }
}

/** Returns the step along an axis of a rectangle to a point at (x, y, z) from its centre, at most the half size. */
function clamped(axes: Float64Array, at: number, x: number, y: number, z: number, half: number): number {
  const u = axes[at];
  const v = axes[at + 1];
  const w = axes[at + 2];
  const step = (u * x + v * y + w * z) / (u * u + v * v + w * w);
  return step > half ? half : step < -half ? -half : step === step ? step : 0;
}
