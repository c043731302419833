import type { Vec3 } from '../math/vec3.ts';

/** Unit and axes of a mesh, from its file or the user. Coordinates never change. */
export interface SourceSpace {
  /** Length of one unit; `null` if unknown. */
  readonly metresPerUnit: number | null;
  /** The axis that points up; `null` if unknown. */
  readonly up: SignedAxis | null;
  /** `null` if unknown. */
  readonly handedness: Handedness | null;
}

export const signedAxes = ['+x', '-x', '+y', '-y', '+z', '-z'] as const;
export type SignedAxis = (typeof signedAxes)[number];
export type Handedness = 'right' | 'left';

/** Returns the unit direction of a signed axis, and the number of its coordinate. */
export function axisVector(axis: SignedAxis): { readonly vector: Vec3; readonly index: 0 | 1 | 2 } {
  const sign = axis.startsWith('-') ? -1 : 1;
  switch (axis) {
    case '+x':
    case '-x':
      return { vector: [sign, 0, 0], index: 0 };
    case '+y':
    case '-y':
      return { vector: [0, sign, 0], index: 1 };
    case '+z':
    case '-z':
      return { vector: [0, 0, sign], index: 2 };
  }
}

export const unknownSpace: SourceSpace = { metresPerUnit: null, up: null, handedness: null };

/** Units of length in metres, by name. */
export const lengthUnits = {
  micrometre: 1e-6,
  millimetre: 1e-3,
  centimetre: 1e-2,
  inch: 0.0254,
  foot: 0.3048,
  yard: 0.9144,
  metre: 1,
  kilometre: 1000,
} as const;

export type LengthUnit = keyof typeof lengthUnits;

/** Returns the name of a unit of length, `0.2 metre` for one without a name; `null` for no unit. */
export function unitName(metresPerUnit: number | null): string | null {
  if (metresPerUnit === null) return null;
  // Files have rounded factors: 0.30480000376 is a foot.
  const named = Object.entries(lengthUnits).find(([, metres]) => Math.abs(metresPerUnit / metres - 1) < 1e-6);
  return named === undefined ? `${metresPerUnit} metre` : named[0];
}

/** Returns the metres of a unit by its name from `unitName`; `null` for other names. */
export function metresOf(name: string | null): number | null {
  if (name === null) return null;
  if (Object.hasOwn(lengthUnits, name)) return lengthUnits[name as LengthUnit];
  const written = /^(\S+) metre$/.exec(name);
  const metres = written === null ? Number.NaN : Number(written[1]);
  return metres > 0 && metres < Infinity ? metres : null;
}
