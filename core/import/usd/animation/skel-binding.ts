import { attributeOf, stageTargets, type Opinions } from '../compose.ts';
import type { UsdAttribute } from '../layer.ts';

/** What binds a prim to a skeleton: said on the prim or above it. Source: OpenUSD 26.05, `UsdSkelBindingAPI`. */
export interface SkelBinding {
  /** Below a SkelRoot: elsewhere nothing is bound. */
  readonly isInRoot: boolean;
  /** Keys of prims as `primKey` gives them; `null` for none. */
  readonly skeleton: string | null;
  readonly animation: string | null;
  readonly jointIndices: SaidAttribute | null;
  readonly jointWeights: SaidAttribute | null;
  readonly geomBindTransform: SaidAttribute | null;
  readonly joints: SaidAttribute | null;
  readonly skinningMethod: SaidAttribute | null;
}

export type SaidAttribute = UsdAttribute & { readonly file: string | null };

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

/** A prim of the stage; those that an instancer shows have paths of their own in each instance. */
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

/** What a prim and those below it are bound to. */
export function bindingBelow(above: SkelBinding, opinions: Opinions, isRoot: boolean, instance: number, path: string): SkelBinding {
  const said = opinions.some(({ prim }) =>
    [...prim.attributes.keys(), ...prim.relationships.keys()].some((name) => /^(primvars:)?skel:/.test(name)),
  );
  if (!said) return isRoot && !above.isInRoot ? { ...above, isInRoot: true } : above;
  const target = (name: string, preset: string | null): string | null => {
    const targets = stageTargets(opinions, name, path);
    return targets === undefined ? preset : targets[0] === undefined ? null : primKey(instance, targets[0]);
  };
  const own = attributes.map(([key, name]) => [key, attributeOf(opinions, name) ?? above[key]]);
  return {
    ...above,
    isInRoot: above.isInRoot || isRoot,
    skeleton: target('skel:skeleton', above.skeleton),
    animation: target('skel:animationSource', above.animation),
    ...Object.fromEntries(own),
  };
}
