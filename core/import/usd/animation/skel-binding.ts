import { usdAttributeOf, stageTargets, type Opinions } from '../compose.ts';
import type { UsdAttribute } from '../layer.ts';

/** Binding of a prim to a skeleton, defined on the prim or an ancestor. Source: OpenUSD 26.05, `UsdSkelBindingAPI`. */
export interface SkelBinding {
  /** Whether the prim is below a SkelRoot. Bindings apply only there. */
  readonly isInRoot: boolean;
  /** Keys of prims as `primKey` returns them; `null` for none. */
  readonly skeleton: string | null;
  readonly animation: string | null;
  readonly jointIndices: AuthoredAttribute | null;
  readonly jointWeights: AuthoredAttribute | null;
  readonly geomBindTransform: AuthoredAttribute | null;
  readonly joints: AuthoredAttribute | null;
  readonly skinningMethod: AuthoredAttribute | null;
}

export type AuthoredAttribute = UsdAttribute & { readonly file: string | null };

export const noBinding: SkelBinding = {
  isInRoot: false,
  skeleton: null,
  animation: null,
  jointIndices: null,
  jointWeights: null,
  geomBindTransform: null,
  joints: null,
  skinningMethod: null,
};

/** Returns the key of a prim of the stage. Prims that an instancer shows have a path of their own in each instance. */
export function primKey(instance: number, path: string): string {
  return `${instance}:${path}`;
}

const attributes = [
  ['jointIndices', 'primvars:skel:jointIndices'],
  ['jointWeights', 'primvars:skel:jointWeights'],
  ['geomBindTransform', 'primvars:skel:geomBindTransform'],
  ['joints', 'skel:joints'],
  ['skinningMethod', 'primvars:skel:skinningMethod'],
] as const;

/** Returns the binding of a prim, which the prims below it inherit. */
export function bindingBelow(above: SkelBinding, opinions: Opinions, isRoot: boolean, instance: number, path: string): SkelBinding {
  const hasBinding = opinions.some(({ prim }) =>
    [...prim.attributes.keys(), ...prim.relationships.keys()].some((name) => /^(primvars:)?skel:/.test(name)),
  );
  if (!hasBinding) return isRoot && !above.isInRoot ? { ...above, isInRoot: true } : above;
  const target = (name: string, preset: string | null): string | null => {
    const targets = stageTargets(opinions, name, path);
    return targets === undefined ? preset : targets[0] === undefined ? null : primKey(instance, targets[0]);
  };
  const own = attributes.map(([key, name]) => [key, usdAttributeOf(opinions, name) ?? above[key]]);
  return {
    ...above,
    isInRoot: above.isInRoot || isRoot,
    skeleton: target('skel:skeleton', above.skeleton),
    animation: target('skel:animationSource', above.animation),
    ...Object.fromEntries(own),
  };
}
