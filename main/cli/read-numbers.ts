import { InspectorError } from '#core/error';
import type { Vec3 } from '#core/math/vec3';

/** `-1,2,3e-7` as three numbers. @throws InspectorError `invalid-argument`. */
export function readVector(flag: string, text: string): Vec3 {
  const [x, y, z, ...rest] = text.split(',').map(numberOf);
  if (x === undefined || y === undefined || z === undefined || rest.length > 0 || ![x, y, z].every(Number.isFinite)) {
    throw invalid(flag, text, 'three finite numbers with commas between them, for instance 0,-1.5,3e-7');
  }
  return [x, y, z];
}

/** `2`, or `1,1,-1` for each axis. @throws InspectorError `invalid-argument`. */
export function readScale(flag: string, text: string): Vec3 {
  const factor = numberOf(text);
  return Number.isFinite(factor) ? [factor, factor, factor] : readVector(flag, text);
}

/** 16 numbers with commas or spaces between them. @throws InspectorError `invalid-argument` for another count, or what is no number. */
export function readMatrix(flag: string, text: string): readonly number[] {
  const numbers = text
    .trim()
    .split(/\s*,\s*|\s+/)
    .map(numberOf);
  if (numbers.length !== 16 || !numbers.every(Number.isFinite))
    throw invalid(flag, text, '16 finite numbers with commas between them, column by column');
  return numbers;
}

/** A length of 0 or more; `Infinity` is one. @throws InspectorError `invalid-argument`. */
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

/** The number of a triangle, of so many. @throws InspectorError `invalid-argument`. */
export function readTriangle(flag: string, text: string, triangles: number): number {
  const triangle = numberOf(text);
  if (!Number.isInteger(triangle) || triangle < 0 || triangle >= triangles)
    throw invalid(flag, text, `the number of a triangle, from 0 to ${triangles - 1}`);
  return triangle;
}

/** @throws InspectorError `invalid-argument`. */
export function readPort(flag: string, text: string): number {
  const port = numberOf(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw invalid(flag, text, 'a whole number from 0 to 65535; 0 takes any free one');
  return port;
}

/** Empty text is not zero, as `Number` has it. */
function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

function invalid(flag: string, text: string, wanted: string): InspectorError {
  const message = `${flag} cannot be ${JSON.stringify(text)}`;
  return new InspectorError({ code: 'invalid-argument', message, fix: `Give ${wanted}`, location: {} });
}
