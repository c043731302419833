import { aabbWords } from '../../tree/kinds/aabb/node-aabb.ts';
import type { BoxSeparation } from './box-separation.ts';

/** Values for distances of boxes: the unit face normals of B's boxes in A's frame, and how far B's columns reach along them. */
export interface BoxDistance {
  readonly boxes: BoxSeparation;
  /** (9) */
  readonly normals: Float64Array;
  /** (9) reach of each column of B along each normal, and (3) padding. */
  readonly reach: Float64Array;
  readonly padding: Float64Array;
  /** Whether the normals are perpendicular, so that the gaps along them add up by Pythagoras. */
  readonly arePerpendicular: boolean;
}

/** Products of shorter columns are subnormal. */
const minLength = 2 ** -1000;

/** Returns the values for `boxDistanceSq`, for one placement of B. */
export function createBoxDistance(boxes: BoxSeparation): BoxDistance {
  const { columns: c, padding } = boxes;
  const normals = new Float64Array(9);
  const reach = new Float64Array(9);
  const normalPadding = new Float64Array(3);
  for (let j = 0; j < 3; j++) {
    const u = (3 * j + 3) % 9;
    const v = (3 * j + 6) % 9;
    const normal = [c[u + 1] * c[v + 2] - c[u + 2] * c[v + 1], c[u + 2] * c[v] - c[u] * c[v + 2], c[u] * c[v + 1] - c[u + 1] * c[v]];
    const length = Math.hypot(...normal);
    // No direction if the length is 0, overflowed or inaccurate: the gap along it is then 0.
    if (!(length > minLength && length < Infinity)) continue;
    for (let k = 0; k < 3; k++) {
      normals[3 * j + k] = normal[k]! / length;
      normalPadding[j] += 2 * Math.abs(normals[3 * j + k]) * padding[k];
    }
    // Two of them are 0 up to rounding. With all three any direction separates soundly.
    for (let i = 0; i < 3; i++) reach[3 * j + i] = Math.abs(dot(normals, 3 * j, c, 3 * i));
  }
  const skew = Math.abs(dot(normals, 0, normals, 3)) + Math.abs(dot(normals, 3, normals, 6)) + Math.abs(dot(normals, 6, normals, 0));
  return { boxes, normals, reach, padding: normalPadding, arePerpendicular: skew < 1e-12 };
}

function dot(p: Float64Array, i: number, q: Float64Array, j: number): number {
  return p[i] * q[j] + p[i + 1] * q[j + 1] + p[i + 2] * q[j + 2];
}

/**
 * Returns a lower bound of the squared distance of box `a` of A's tree and box `b` of B's tree, including all roundings. It is the larger
 * of two distances: that of A's box from the AABB of B's in A's frame, and the reverse in B's frame. NaN or infinite after an overflow:
 * comparisons must not cull then. Hot: bench `distance`.
 */
export function boxDistanceSq({ boxes, normals, reach, padding: paddingB, arePerpendicular }: BoxDistance, a: number, b: number): number {
  const { nodesA, nodesB, columns: c, offset, padding } = boxes;
  const atA = a * aabbWords;
  const atB = b * aabbWords;
  // Doubled, as in `compareBoxes`.
  const sideA0 = nodesA[atA + 3] - nodesA[atA];
  const sideA1 = nodesA[atA + 4] - nodesA[atA + 1];
  const sideA2 = nodesA[atA + 5] - nodesA[atA + 2];
  const sideB0 = nodesB[atB + 3] - nodesB[atB];
  const sideB1 = nodesB[atB + 4] - nodesB[atB + 1];
  const sideB2 = nodesB[atB + 5] - nodesB[atB + 2];
  const m0 = nodesB[atB + 3] + nodesB[atB];
  const m1 = nodesB[atB + 4] + nodesB[atB + 1];
  const m2 = nodesB[atB + 5] + nodesB[atB + 2];
  const x = c[0] * m0 + c[3] * m1 + c[6] * m2 + 2 * offset[0] - (nodesA[atA + 3] + nodesA[atA]);
  const y = c[1] * m0 + c[4] * m1 + c[7] * m2 + 2 * offset[1] - (nodesA[atA + 4] + nodesA[atA + 1]);
  const z = c[2] * m0 + c[5] * m1 + c[8] * m2 + 2 * offset[2] - (nodesA[atA + 5] + nodesA[atA + 2]);
  const gapX = Math.max(
    0,
    Math.abs(x) - sideA0 - Math.abs(c[0]) * sideB0 - Math.abs(c[3]) * sideB1 - Math.abs(c[6]) * sideB2 - 2 * padding[0],
  );
  const gapY = Math.max(
    0,
    Math.abs(y) - sideA1 - Math.abs(c[1]) * sideB0 - Math.abs(c[4]) * sideB1 - Math.abs(c[7]) * sideB2 - 2 * padding[1],
  );
  const gapZ = Math.max(
    0,
    Math.abs(z) - sideA2 - Math.abs(c[2]) * sideB0 - Math.abs(c[5]) * sideB1 - Math.abs(c[8]) * sideB2 - 2 * padding[2],
  );
  const square = gapX * gapX + gapY * gapY + gapZ * gapZ;
  const gap0 = gapAlong(
    normals,
    0,
    x,
    y,
    z,
    sideA0,
    sideA1,
    sideA2,
    reach[0] * sideB0 + reach[1] * sideB1 + reach[2] * sideB2 + 2 * paddingB[0],
  );
  const gap1 = gapAlong(
    normals,
    3,
    x,
    y,
    z,
    sideA0,
    sideA1,
    sideA2,
    reach[3] * sideB0 + reach[4] * sideB1 + reach[5] * sideB2 + 2 * paddingB[1],
  );
  const gap2 = gapAlong(
    normals,
    6,
    x,
    y,
    z,
    sideA0,
    sideA1,
    sideA2,
    reach[6] * sideB0 + reach[7] * sideB1 + reach[8] * sideB2 + 2 * paddingB[2],
  );
  const other = arePerpendicular ? gap0 * gap0 + gap1 * gap1 + gap2 * gap2 : Math.max(gap0 * gap0, gap1 * gap1, gap2 * gap2);
  // A quarter, since lengths are doubled; reduced by the error of normals that are perpendicular up to rounding.
  return 0.25 * (1 - 2 ** -36) * Math.max(square, other);
}

/** Returns the gap along a normal, at least 0. Hot. */
function gapAlong(
  normals: Float64Array,
  at: number,
  x: number,
  y: number,
  z: number,
  sideX: number,
  sideY: number,
  sideZ: number,
  reachB: number,
): number {
  const nx = normals[at];
  const ny = normals[at + 1];
  const nz = normals[at + 2];
  return Math.max(0, Math.abs(nx * x + ny * y + nz * z) - Math.abs(nx) * sideX - Math.abs(ny) * sideY - Math.abs(nz) * sideZ - reachB);
}

/** Whether A's box is the larger one in A's space, by squared diagonals. Hot. */
export function isLargerA({ boxes }: BoxDistance, a: number, b: number): boolean {
  const { nodesA, nodesB, stretchSq } = boxes;
  let sizeA = 0;
  let sizeB = 0;
  for (let k = 0; k < 3; k++) {
    const sideA = nodesA[a * aabbWords + k + 3] - nodesA[a * aabbWords + k];
    const sideB = nodesB[b * aabbWords + k + 3] - nodesB[b * aabbWords + k];
    sizeA += sideA * sideA;
    sizeB += sideB * sideB * stretchSq[k];
  }
  return sizeA >= sizeB;
}
