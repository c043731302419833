import { type ImportOptions, pairImportOptions } from '#core/options';
import { givenOptions, readOptionFlags } from './option-flags.ts';

/** Reads how two files are read: options for both meshes hold for each, unless it has its own. */
export function readPairOptions(flags: Readonly<Record<string, unknown>>): { readonly a: ImportOptions; readonly b: ImportOptions } {
  const { sceneA, sceneB, triangulation, curveError, colliders, collidersA, collidersB } = readOptionFlags(pairImportOptions, flags);
  const given = givenOptions(pairImportOptions, flags);
  return {
    a: { scene: sceneA, triangulation, curveError, colliders: given['collidersA'] === undefined ? colliders : collidersA },
    b: { scene: sceneB, triangulation, curveError, colliders: given['collidersB'] === undefined ? colliders : collidersB },
  };
}
