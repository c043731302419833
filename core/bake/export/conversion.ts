import { invalidArgument } from '../../error.ts';
import { lengthUnits, type LengthUnit, metresOf, type SourceSpace, unitName } from '../../mesh/source-space.ts';
import type { ExportOptions } from '../../options/export-options.ts';
import { type AxesMap, axesMap, unchangedAxes, usualForward } from './axes-map.ts';

/** How coordinates of a mesh become those of a file: `value · numerator / denominator` along mapped axes. */
export interface Conversion {
  readonly axes: AxesMap;
  /** Whole numbers for units with names, so that one rounding is left where the ratio or its inverse is whole. */
  readonly numerator: number;
  readonly denominator: number;
  /** Whether the corners of triangles are reversed. */
  readonly flips: boolean;
  /** Unit and axes of the converted mesh. */
  readonly space: SourceSpace;
}

/**
 * Returns the conversion from the space of a mesh.
 * @throws InspectorError `invalid-argument` if it needs a unit or axes that are unknown, or if the forward axis is parallel to the up axis.
 */
export function planConversion(space: SourceSpace, options: ExportOptions): Conversion {
  requireKnown(space, options);
  const { axes, up, handedness } = planAxes(space, options);
  const { toUnit, scale } = options;
  const { metresPerUnit } = space;
  const [numerator, denominator] = toUnit === 'same' || metresPerUnit === null ? [1, 1] : unitRatio(metresPerUnit, toUnit);
  return {
    axes,
    numerator: numerator * scale,
    denominator,
    flips: axes.mirrors !== options.flip,
    space: { metresPerUnit: toUnit === 'same' ? metresPerUnit : lengthUnits[toUnit], up, handedness },
  };
}

/** Whether a conversion changes neither coordinates nor triangles. */
export function changesNothing({ axes: { from, sign }, numerator, denominator, flips }: Conversion): boolean {
  return !flips && numerator === denominator && from.every((axis, k) => axis === k) && sign.every((value) => value === 1);
}

/** Converts three coordinates; `out` may be the input. Hot. */
export function convertPoint(
  { axes, numerator, denominator }: Conversion,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
  at: number,
): void {
  const { from, sign } = axes;
  for (let k = 0; k < 3; k++) {
    const value = from[k] === 0 ? x : from[k] === 1 ? y : z;
    // A difference from 0 makes no new -0.
    out[at + k] = ((sign[k] < 0 ? 0 - value : value) * numerator) / denominator;
  }
}

function planAxes(
  space: SourceSpace,
  { toUp, toForward, toHandedness }: ExportOptions,
): Pick<Conversion, 'axes'> & Pick<SourceSpace, 'up' | 'handedness'> {
  const up = toUp === 'same' ? space.up : toUp;
  const handedness = toHandedness === 'same' ? space.handedness : toHandedness;
  if (up === null || space.up === null || (toUp === 'same' && toForward === 'usual' && toHandedness === 'same'))
    return { axes: unchangedAxes, up, handedness };
  // An unknown handedness stays what it is: then both sides are the same.
  const before = space.handedness ?? 'right';
  const after = handedness ?? 'right';
  const axes = axesMap(
    { up: space.up, forward: usualForward(space.up, before), handedness: before },
    { up, forward: toForward === 'usual' ? usualForward(up, after) : toForward, handedness: after },
  );
  return { axes, up, handedness };
}

/** Returns the ratio of two units; of named units, which files may round, as whole numbers without a common factor. */
function unitRatio(metresPerUnit: number, to: LengthUnit): readonly [numerator: number, denominator: number] {
  const from = metresOf(unitName(metresPerUnit)) ?? metresPerUnit;
  const [a, b] = [micrometres(from), micrometres(lengthUnits[to])];
  if (Math.abs(a / 1e6 / from - 1) > 1e-12) return [metresPerUnit / lengthUnits[to], 1];
  const factor = commonFactor(a, b);
  return [a / factor, b / factor];
}

function micrometres(metres: number): number {
  return Math.max(1, Math.round(metres * 1e6));
}

function commonFactor(a: number, b: number): number {
  return b === 0 ? a : commonFactor(b, a % b);
}

/** Names of what a conversion needs to know of a mesh, with the flags that state it. */
const neededFlags = { unit: '--unit', 'up axis': '--up', handedness: '--handedness' } as const;
type NeededName = keyof typeof neededFlags;

/** Returns what a conversion needs to know of a mesh and the mesh does not state. */
export function missingOfSpace(space: SourceSpace, { toUnit, toUp, toForward, toHandedness }: ExportOptions): readonly NeededName[] {
  const needsAxes = toUp !== 'same' || toForward !== 'usual' || toHandedness !== 'same';
  return (Object.keys(neededFlags) as NeededName[]).filter((name) => {
    switch (name) {
      case 'unit':
        return toUnit !== 'same' && space.metresPerUnit === null;
      case 'up axis':
        return needsAxes && space.up === null;
      case 'handedness':
        return toHandedness !== 'same' && space.handedness === null;
    }
  });
}

/** @throws InspectorError `invalid-argument` with all that a conversion needs and the mesh does not state. */
function requireKnown(space: SourceSpace, options: ExportOptions): void {
  const missing = missingOfSpace(space, options);
  if (missing.length === 0) return;
  const list = missing.length === 1 ? missing[0] : `${missing.slice(0, -1).join(', ')} and ${missing.at(-1)}`;
  const flags = missing.map((name) => neededFlags[name]).join(', ');
  throw invalidArgument(
    `The ${list} of the mesh ${missing.length === 1 ? 'is' : 'are'} unknown`,
    `Set the ${list} of the document (${flags})`,
  );
}
