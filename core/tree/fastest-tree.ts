import { theKernel } from '../kernel/index.ts';
import { type BuildOptions, quickTree } from '../options/build-options.ts';

/** Returns the options of the tree that is built fastest here: `quickTree` with the WASM engine, else the default. */
export function fastestTree(): Partial<BuildOptions> {
  return theKernel === null ? {} : quickTree;
}
