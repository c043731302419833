import { InspectorError } from '#core/error';
import type { Vec3 } from '#core/math';

/** Reads `-1,2,3e-7` as three numbers. @throws InspectorError `invalid-argument`. */
export function readVector(flag: string, text: string): Vec3 {
  const [x, y, z, ...rest] = text.split(',').map(numberOf);
  if (x === undefined || y === undefined || z === undefined || rest.length > 0 || ![x, y, z].every(Number.isFinite)) {
    throw invalid(flag, text, 'three finite numbers separated by commas, such as 0,-1.5,3e-7');
  }
  return [x, y, z];
}

/** A scale: `2`, or `1,1,-1` for each axis. @throws InspectorError `invalid-argument`. */
export function readScale(flag: string, text: string): Vec3 {
  const factor = numberOf(text);
  return Number.isFinite(factor) ? [factor, factor, factor] : readVector(flag, text);
}

/** 16 numbers separated by commas or spaces. @throws InspectorError `invalid-argument` for another count, or text that is not a number. */
export function readMatrix(flag: string, text: string): readonly number[] {
  const numbers = text
    .trim()
    .split(/\s*,\s*|\s+/)
    .map(numberOf);
  if (numbers.length !== 16 || !numbers.every(Number.isFinite))
    throw invalid(flag, text, '16 finite numbers separated by commas, column-major');
  return numbers;
}

/** A length of 0 or more, or `Infinity`. @throws InspectorError `invalid-argument`. */
export function readLength(flag: string, text: string): number {
  const length = numberOf(text);
  if (!(length >= 0)) throw invalid(flag, text, 'a length of 0 or more');
  return length;
}

/** @throws InspectorError `invalid-argument`. */
export function readFiniteLength(flag: string, text: string): number {
  const length = numberOf(text);
  if (!(length >= 0 && length < Infinity)) throw invalid(flag, text, 'a finite length of 0 or more');
  return length;
}

/** A triangle index below `triangles`. @throws InspectorError `invalid-argument`. */
export function readTriangle(flag: string, text: string, triangles: number): number {
  const triangle = numberOf(text);
  if (!Number.isInteger(triangle) || triangle < 0 || triangle >= triangles)
    throw invalid(flag, text, `a triangle index from 0 to ${triangles - 1}`);
  return triangle;
}

/** @throws InspectorError `invalid-argument`. */
export function readPort(flag: string, text: string): number {
  const port = numberOf(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw invalid(flag, text, 'a whole number from 0 to 65535; 0 is any free port');
  return port;
}

/** Like `Number`, but empty text is `NaN`. */
function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

function invalid(flag: string, text: string, wanted: string): InspectorError {
  const message = `${flag} cannot be ${JSON.stringify(text)}`;
  return new InspectorError({ code: 'invalid-argument', message, fix: `Give ${wanted}`, location: {} });
}
