import { theKernel } from '../kernel/index.ts';
import { type BuildOptions, quickTree } from '../options/build-options.ts';

/** Returns the options of the tree that is built fastest here: `quickTree` with the WASM engine, else the default. */
export function fastestTree(): Partial<BuildOptions> {
  return theKernel === null ? {} : quickTree;
}

/** Returns options with those of the fastest tree, if they have no kind. */
export function fastByDefault(given: Partial<BuildOptions>): Partial<BuildOptions> {
  if (given.kind !== undefined) return given;
  const stated = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...fastestTree(), ...Object.fromEntries(stated) };
}
