import { multiply } from '../../math/matrix.ts';
import { identityTransform, sineAndCosine, type Matrix } from '../../math/transform.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { parseNumbers } from '../text/parse-number.ts';
import type { XmlElement } from '../xml/read-xml-tree.ts';
import { placeOf } from './library.ts';

/** The transforms of a `node`, multiplied in the order in which they stand. @throws InspectorError `malformed`. */
export function parentFromNode(node: XmlElement): Matrix {
  let parentFromHere = identityTransform;
  for (const element of node.children) {
    const kind = kinds[element.tag.name];
    if (kind === undefined) continue;
    const matrix = kind.matrix(numbersOf(element, kind.numbers));
    if (matrix === null) throw refuse('malformed', `A <${element.tag.name}> has axes or an angle that make no transform`, exportAgain, placeOf(element));
    parentFromHere = multiply(parentFromHere, matrix);
  }
  return parentFromHere;
}

/** So many finite numbers. @throws InspectorError `malformed`. */
export function numbersOf(element: XmlElement, count: number): readonly number[] {
  const numbers = parseNumbers(element.text);
  if (numbers.length === count && numbers.every(Number.isFinite)) return numbers;
  throw refuse('malformed', `A <${element.tag.name}> needs ${count} finite numbers`, exportAgain, placeOf(element));
}

/** Sixteen numbers row by row, as COLLADA writes them, as a matrix of columns. */
export function matrixOfRows(n: readonly number[]): Matrix {
  return Array.from({ length: 16 }, (_, i) => n[4 * (i % 4) + Math.floor(i / 4)]);
}

interface TransformKind {
  readonly numbers: number;
  /** `null` for numbers that make none. */
  readonly matrix: (n: readonly number[]) => Matrix | null;
}

/** COLLADA 1.4.1, chapter 5: `lookat`, `matrix`, `rotate`, `scale`, `skew`, `translate`. */
const kinds: Readonly<Record<string, TransformKind>> = {
  matrix: { numbers: 16, matrix: matrixOfRows },
  translate: { numbers: 3, matrix: ([x, y, z]) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1] },
  scale: { numbers: 3, matrix: ([x, y, z]) => [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1] },
  rotate: { numbers: 4, matrix: ([x, y, z, degrees]) => rotation(x, y, z, degrees) },
  lookat: { numbers: 9, matrix: lookAt },
  skew: { numbers: 7, matrix: skew },
};

/** About an axis through the origin, in degrees (Rodrigues' formula); an axis without a length turns nothing. */
function rotation(x: number, y: number, z: number, degrees: number): Matrix {
  const length = Math.hypot(x, y, z);
  if (length === 0) return identityTransform;
  const [ux, uy, uz] = [x / length, y / length, z / length];
  const [s, c] = sineAndCosine(degrees);
  const t = 1 - c;
  return [
    t * ux * ux + c, t * ux * uy + s * uz, t * ux * uz - s * uy, 0,
    t * ux * uy - s * uz, t * uy * uy + c, t * uy * uz + s * ux, 0,
    t * ux * uz + s * uy, t * uy * uz - s * ux, t * uz * uz + c, 0,
    0, 0, 0, 1,
  ];
}

/** The node stands at the eye and looks along its own -z at the point of interest, with y as nearly up as can be. */
function lookAt([ex, ey, ez, ix, iy, iz, ux, uy, uz]: readonly number[]): Matrix {
  const back = unit([ex - ix, ey - iy, ez - iz]);
  const right = unit(cross([ux, uy, uz], back));
  const up = cross(back, right);
  return [...right, 0, ...up, 0, ...back, 0, ex, ey, ez, 1];
}

/**
 * Points are shifted along the second axis, so that the first one turns towards it by the angle (RenderMan Interface 3.2,
 * `RiSkew`, which COLLADA follows). `null` where no shear does that.
 */
function skew([degrees, rx, ry, rz, tx, ty, tz]: readonly number[]): Matrix | null {
  const along = unit([tx, ty, tz]);
  const turning = unit([rx, ry, rz]);
  const d = dot(turning, along);
  const across: Triple = [turning[0] - d * along[0], turning[1] - d * along[1], turning[2] - d * along[2]];
  const rise = Math.hypot(...across);
  const height = unit(across);
  // The turning axis is (d, rise) in the plane of both; by the angle nearer to `along` it is:
  const [s, c] = sineAndCosine(degrees);
  const newAlong = d * c + rise * s;
  const newRise = rise * c - d * s;
  // The angle must be less than the one between the axes.
  if (!(newRise > leastRise)) return null;
  const slope = newAlong / newRise - d / rise;
  const column = (k: number): readonly number[] => along.map((component, i) => (i === k ? 1 : 0) + slope * component * height[k]);
  return [...column(0), 0, ...column(1), 0, ...column(2), 0, 0, 0, 0, 1];
}

/** Of unit vectors; below it a shear has no bound. */
const leastRise = 1e-9;

type Triple = readonly [number, number, number];

function unit([x, y, z]: Triple): Triple {
  const length = Math.hypot(x, y, z);
  return length === 0 ? [0, 0, 0] : [x / length, y / length, z / length];
}

function cross(a: Triple, b: Triple): Triple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function dot(a: Triple, b: Triple): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
