import { sineAndCosine, type Matrix } from '../../math/transform.ts';
import { cross, dot, type Vec3 } from '../../math/vec3.ts';
import type { TransformStep } from '../../mesh/animation/transform-step.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { parseNumbers } from '../text/parse-number.ts';
import { attributeOf, type XmlElement } from '../xml/read-xml-tree.ts';
import { elementLocation } from './library.ts';

/** The transforms of a `node`, in file order. */
export interface ColladaNodeSteps {
  readonly steps: readonly TransformStep[];
  readonly rest: Float64Array;
  /** Transforms by their `sid`. */
  readonly bySid: ReadonlyMap<string, StepPosition>;
}

/** Position of a transform's numbers among those of its node. */
export interface StepPosition {
  readonly kind: TransformStep['kind'];
  readonly at: number;
  /** Whether it is the only transform of its node. */
  readonly isOnlyStep: boolean;
}

/**
 * Returns the transforms of a node.
 * @throws InspectorError `malformed`.
 */
export function colladaNodeSteps(node: XmlElement): ColladaNodeSteps {
  const elements = node.children.filter(({ tag }) => Object.hasOwn(kinds, tag.name));
  const steps: TransformStep[] = [];
  const rest: number[] = [];
  const bySid = new Map<string, StepPosition>();
  for (const element of elements) {
    const kind = kinds[element.tag.name];
    const numbers = elementNumbers(element, kind.numbers);
    const step = kind.step(numbers);
    if (step === null)
      throw refuse(
        'malformed',
        `A <${element.tag.name}> has axes or an angle that are not a valid transform`,
        exportAgain,
        elementLocation(element),
      );
    const sid = attributeOf(element, 'sid');
    if (sid !== undefined) bySid.set(sid, { kind: step.kind, at: rest.length, isOnlyStep: elements.length === 1 });
    steps.push(step);
    if (step.kind !== 'fixed') rest.push(...numbers);
  }
  return { steps, rest: Float64Array.from(rest), bySid };
}

/** Returns this many finite numbers. @throws InspectorError `malformed`. */
export function elementNumbers(element: XmlElement, count: number): readonly number[] {
  const numbers = parseNumbers(element.text);
  if (numbers.length === count && numbers.every(Number.isFinite)) return numbers;
  if (hasCommas(element.text))
    throw refuse(
      'malformed',
      `A <${element.tag.name}> has numbers with commas instead of decimal points`,
      withoutCommas,
      elementLocation(element),
    );
  throw refuse('malformed', `A <${element.tag.name}> needs ${count} finite numbers`, exportAgain, elementLocation(element));
}

/** Returns whether numbers have decimal commas, or commas between them. COLLADA has neither. */
export function hasCommas(text: string): boolean {
  return /[\d.],\s*[-+.\d]/.test(text);
}

export const withoutCommas = 'Export the file with decimal points: some programs write the comma of the language of the system';

/** Returns the column-major matrix of sixteen numbers in row-major order, as COLLADA writes them. */
export function matrixOfRows(n: readonly number[]): Matrix {
  return Array.from({ length: 16 }, (_, i) => n[4 * (i % 4) + Math.floor(i / 4)]);
}

interface TransformKind {
  readonly numbers: number;
  /** Returns the transform step of the numbers; `null` if they define none. */
  readonly step: (n: readonly number[]) => TransformStep | null;
}

/** COLLADA 1.4.1, chapter 5: `lookat`, `matrix`, `rotate`, `scale`, `skew`, `translate`. */
const kinds: Readonly<Record<string, TransformKind>> = {
  matrix: { numbers: 16, step: () => ({ kind: 'rows' }) },
  translate: { numbers: 3, step: () => ({ kind: 'translate' }) },
  scale: { numbers: 3, step: () => ({ kind: 'scale' }) },
  rotate: { numbers: 4, step: () => ({ kind: 'turn' }) },
  lookat: { numbers: 9, step: (n) => ({ kind: 'fixed', matrix: lookAt(n) }) },
  skew: { numbers: 7, step: (n) => fixed(skew(n)) },
};

function fixed(matrix: Matrix | null): TransformStep | null {
  return matrix === null ? null : { kind: 'fixed', matrix };
}

/**
 * Returns a look-at matrix: the node is at the eye, looks along its own -z at the point of interest, and y is as close
 * to up as possible.
 */
function lookAt([ex, ey, ez, ix, iy, iz, ux, uy, uz]: readonly number[]): Matrix {
  const back = unit([ex - ix, ey - iy, ez - iz]);
  const right = unit(cross([ux, uy, uz], back));
  const up = cross(back, right);
  return [...right, 0, ...up, 0, ...back, 0, ex, ey, ez, 1];
}

/**
 * Returns a skew matrix. Points are shifted along the second axis, so that the first axis rotates towards it by the
 * angle (RenderMan Interface 3.2, `RiSkew`, which COLLADA follows). Returns `null` if no shear does that.
 */
function skew([degrees, rx, ry, rz, tx, ty, tz]: readonly number[]): Matrix | null {
  const along = unit([tx, ty, tz]);
  const rotatedAxis = unit([rx, ry, rz]);
  const d = dot(rotatedAxis, along);
  const across: Vec3 = [rotatedAxis[0] - d * along[0], rotatedAxis[1] - d * along[1], rotatedAxis[2] - d * along[2]];
  const rise = Math.hypot(...across);
  const height = unit(across);
  // In the plane of both axes the rotated axis is (d, rise). Rotated by the angle towards `along` it is:
  const [s, c] = sineAndCosine(degrees);
  const newAlong = d * c + rise * s;
  const newRise = rise * c - d * s;
  // The angle must be less than the angle between the axes.
  if (!(newRise > minRise)) return null;
  const slope = newAlong / newRise - d / rise;
  const column = (k: number): readonly number[] => along.map((component, i) => (i === k ? 1 : 0) + slope * component * height[k]);
  return [...column(0), 0, ...column(1), 0, ...column(2), 0, 0, 0, 0, 1];
}

/** For unit vectors. Below this the shear is unbounded. */
const minRise = 1e-9;

function unit([x, y, z]: Vec3): Vec3 {
  const length = Math.hypot(x, y, z);
  return length === 0 ? [0, 0, 0] : [x / length, y / length, z / length];
}
