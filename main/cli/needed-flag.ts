import type { Vec3 } from '#core/math';
import { missingFlag } from './missing-flag.ts';
import { readVector } from './read-numbers.ts';

/** Returns the text of a flag that is required. @throws InspectorError `invalid-argument` without it. */
export function neededText(flags: Readonly<Record<string, unknown>>, name: string, fix: string): string {
  const text = flags[name];
  if (typeof text !== 'string') throw missingFlag(`--${name}`, fix);
  return text;
}

/** Returns the three numbers of a flag that is required. @throws InspectorError `invalid-argument`. */
export function neededVector(flags: Readonly<Record<string, unknown>>, name: string, fix: string): Vec3 {
  return readVector(`--${name}`, neededText(flags, name, fix));
}
