import type { SignedAxis, SourceSpace } from '../../mesh/source-space.ts';
import { numberProperty, type Properties } from './properties.ts';

/** Metres per centimetre. The unit factor of a file counts in centimetres. */
const metresPerCentimetre = 0.01;

/**
 * Returns unit and axes of the global settings. The axes named Coord (right), Up and Front are right-handed if Coord ×
 * Up is Front. Source: Autodesk FBX SDK 2020, `FbxAxisSystem` and `FbxSystemUnit`.
 */
export function readSpace(settings: Properties): SourceSpace {
  const factor = numberProperty(settings, 'UnitScaleFactor', Number.NaN);
  const [coord, up, front] = ['CoordAxis', 'UpAxis', 'FrontAxis'].map((name) => axisOf(settings, name));
  return {
    metresPerUnit: factor > 0 && factor < Infinity ? factor * metresPerCentimetre : null,
    up: up === null ? null : nameOf(up),
    handedness: coord === null || up === null || front === null ? null : handednessOf(coord, up, front),
  };
}

interface Axis {
  readonly index: number;
  readonly sign: 1 | -1;
}

function axisOf(settings: Properties, name: string): Axis | null {
  const index = numberProperty(settings, name, -1);
  const sign = numberProperty(settings, `${name}Sign`, 1);
  return index === 0 || index === 1 || index === 2 ? { index, sign: sign < 0 ? -1 : 1 } : null;
}

function nameOf({ index, sign }: Axis): SignedAxis {
  return (['+x', '-x', '+y', '-y', '+z', '-z'] as const)[2 * index + (sign < 0 ? 1 : 0)];
}

/** Returns the handedness; `null` if two axes are the same. */
function handednessOf(coord: Axis, up: Axis, front: Axis): SourceSpace['handedness'] {
  if (coord.index === up.index || up.index === front.index || front.index === coord.index) return null;
  const even = (up.index - coord.index + 3) % 3 === 1 ? 1 : -1;
  return even * coord.sign * up.sign * front.sign > 0 ? 'right' : 'left';
}
