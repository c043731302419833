import { zipFiles } from '#core/bake';
import type { VerifiedBake } from './bake-verified.ts';

/** Returns a bake as one file to save: with its side files in a ZIP archive, if it has any. */
export function packed(name: string, baked: VerifiedBake): { readonly name: string; readonly baked: VerifiedBake } {
  if (baked.files.length === 0) return { name, baked };
  return { name: `${name}.zip`, baked: { ...baked, bytes: zipFiles([{ path: name, bytes: baked.bytes }, ...baked.files]) } };
}
