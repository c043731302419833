import type { SourceLocation } from '../../error.ts';
import { maxLocations } from '../../finding.ts';
import type { FindingList } from '../finding-list.ts';
import { refuse } from '../refuse.ts';
import { countStep, type PlacedList } from '../scene/placed-list.ts';
import { composeEdits, type Specifier, type UsdArc, type UsdAttribute, type UsdPrim, type UsdValue } from './layer.ts';
import { inFile, noteForeign, noteMissing, retimesLayers, timeCodesPerSecond, type LayerStack, type LoadedLayer } from './load-layers.ts';

/** The specification of a prim in one layer. */
export interface Opinion {
  readonly stack: LayerStack;
  readonly loaded: LoadedLayer;
  readonly prim: UsdPrim;
  /** Path of the prim in its stack. */
  readonly path: string;
}

/** All specifications of a prim, strongest first; never empty. */
export type Opinions = readonly Opinion[];

/** State of a composition. */
export interface Composer {
  readonly findings: FindingList;
  /** Limits the work. */
  readonly placed: PlacedList;
  /** Prims that arcs have reached, by their paths; `null` while one is being composed. */
  readonly targets: Map<LayerStack, Map<string, Opinions | null>>;
  /** Locations of arcs that bring in layers with other times, up to the limit of a finding. */
  readonly retimedAt: SourceLocation[];
}

export function composer(findings: FindingList, placed: PlacedList): Composer {
  return { findings, placed, targets: new Map(), retimedAt: [] };
}

/** Returns the top-level prims of a stage, by name. */
export function rootPrims(composer: Composer, stack: LayerStack): ReadonlyMap<string, Opinions> {
  const names = new Set(stack.layers.toReversed().flatMap(({ layer }) => [...layer.roots.keys()]));
  return new Map([...names].map((name) => [name, expand(composer, rootOpinions(stack, name), 0)]));
}

/** Returns the names of a prim's children, those of the weakest layer first. */
export function childNames(opinions: Opinions): ReadonlySet<string> {
  return new Set(opinions.toReversed().flatMap(({ prim }) => [...prim.children.keys()]));
}

/**
 * Returns a child of a prim.
 * @param depth of the walk.
 * @throws InspectorError `cyclic`, `too-large`.
 */
export function childPrim(composer: Composer, opinions: Opinions, name: string, depth: number): Opinions {
  return expand(composer, childOpinions(opinions, name), depth);
}

/** Returns the prim at an absolute path of a stack; `null` without one. */
export function primAt(composer: Composer, stack: LayerStack, path: string, depth = 0): Opinions | null {
  let known = composer.targets.get(stack);
  if (known === undefined) composer.targets.set(stack, (known = new Map()));
  const found = known.get(path);
  if (found === null) throw refuse('cyclic', `The composition arcs of ${path} form a cycle`, 'Remove the cyclic reference');
  if (found !== undefined) return found.length === 0 ? null : found;
  known.set(path, null);
  const opinions = expand(composer, siteOpinions(composer, stack, path, depth), depth);
  known.set(path, opinions);
  return opinions.length === 0 ? null : opinions;
}

function rootOpinions(stack: LayerStack, name: string): Opinions {
  return stack.layers.flatMap((loaded) => {
    const prim = loaded.layer.roots.get(name);
    return prim === undefined ? [] : [{ stack, loaded, prim, path: `/${name}` }];
  });
}

function childOpinions(opinions: Opinions, name: string): Opinions {
  return opinions.flatMap((opinion) => {
    const prim = opinion.prim.children.get(name);
    return prim === undefined ? [] : [{ ...opinion, prim, path: `${opinion.path}/${name}` }];
  });
}

/** Returns the specifications at a path, before its arcs are followed. */
function siteOpinions(composer: Composer, stack: LayerStack, path: string, depth: number): Opinions {
  countStep(composer.placed, depth);
  const cut = path.lastIndexOf('/');
  const name = path.slice(cut + 1);
  if (cut <= 0) return rootOpinions(stack, name);
  const parent = primAt(composer, stack, path.slice(0, cut), depth + 1);
  return parent === null ? [] : childOpinions(parent, name);
}

/**
 * Follows the arcs of a prim in the order of their strength: local, inherits, variants, references, payloads,
 * specializes. The strongest layer that selects a variant decides. Source: AOUSD Core Specification 1.0.1, section 10.
 */
function expand(composer: Composer, site: Opinions, walked: number): Opinions {
  const all: Opinion[] = [];
  const seen = new Set<UsdPrim>();
  const above = new Set<UsdPrim>();
  const selection = new Map<string, string>();
  visit(site, walked);
  return all;

  function visit(opinions: Opinions, depth: number): void {
    const own: Opinion[] = [];
    for (const opinion of opinions) {
      countStep(composer.placed, depth);
      if (above.has(opinion.prim)) throw cyclic(opinion, opinion.prim.location);
      if (seen.has(opinion.prim)) continue;
      seen.add(opinion.prim);
      own.push(opinion);
      for (const [set, choice] of opinion.prim.variantSelection) if (!selection.has(set)) selection.set(set, choice);
    }
    all.push(...own);
    for (const { prim } of own) above.add(prim);
    const follow = (stack: LayerStack, path: string): void => visit(siteOpinions(composer, stack, path, depth + 1), depth + 1);
    for (const opinion of own) for (const path of opinion.prim.inherits) follow(opinion.stack, path);
    for (const opinion of own) {
      for (const [set, variants] of opinion.prim.variantSets) {
        const prim = variants.get(selection.get(set) ?? '');
        if (prim !== undefined) visit([{ ...opinion, prim }], depth + 1);
      }
    }
    for (const opinion of own) for (const arc of opinion.prim.references) followArc(opinion, arc, follow);
    for (const opinion of own) for (const arc of opinion.prim.payloads) followArc(opinion, arc, follow);
    for (const opinion of own) for (const path of opinion.prim.specializes) follow(opinion.stack, path);
    for (const { prim } of own) above.delete(prim);
  }

  function followArc(
    opinion: Opinion,
    { asset, prim, isRetimed, location }: UsdArc,
    follow: (stack: LayerStack, path: string) => void,
  ): void {
    const stack = asset === '' ? opinion.stack : (opinion.loaded.assets.get(asset) ?? null);
    if (stack === null) return noteMissing(composer.findings, opinion.loaded.file, location);
    if ('foreignFile' in stack) return noteForeign(composer.findings, stack);
    const isOther =
      stack !== opinion.stack &&
      (retimesLayers(stack) || timeCodesPerSecond(stack.layers[0]) !== timeCodesPerSecond(opinion.stack.layers[0]));
    if ((isRetimed || isOther) && composer.retimedAt.length < maxLocations)
      composer.retimedAt.push({ ...(opinion.loaded.file !== null && { file: opinion.loaded.file }), ...location });
    const path = prim === '' ? defaultPrim(stack) : prim;
    if (path !== null) follow(stack, path);
  }
}

/** Returns the default prim of a layer, else its only one. */
function defaultPrim({ layers: [top] }: LayerStack): string | null {
  const name = top?.layer.fields.get('defaultPrim');
  if (typeof name === 'string' && name !== '') return name.startsWith('/') ? name : `/${name}`;
  return null;
}

export function cyclic({ loaded, prim }: Opinion, location: SourceLocation): Error {
  return refuse('cyclic', `The prim ${prim.name} is its own ancestor`, 'Remove the cyclic reference', {
    ...(loaded.file !== null && { file: loaded.file }),
    ...location,
  });
}

export function primLocation([{ loaded, prim }]: Opinions): SourceLocation {
  return { ...(loaded.file !== null && { file: loaded.file }), ...prim.location };
}

/** Returns the specifier of a prim: the strongest that is not `over`. */
export function specifierOf(opinions: Opinions): Specifier {
  return opinions.find(({ prim }) => prim.specifier !== 'over')?.prim.specifier ?? 'over';
}

export function typeOf(opinions: Opinions): string {
  return opinions.find(({ prim }) => prim.typeName !== '')?.prim.typeName ?? '';
}

export function isActive(opinions: Opinions): boolean {
  return opinions.find(({ prim }) => prim.active !== null)?.prim.active ?? true;
}

export function schemasOf(opinions: Opinions): ReadonlySet<string> {
  return composeEdits(opinions.map(({ prim }) => prim.apiSchemas));
}

/** Returns the strongest specification of an attribute; `undefined` without one. */
export function usdAttributeOf(opinions: Opinions, name: string): (UsdAttribute & { readonly file: string | null }) | undefined {
  for (const { prim, loaded } of opinions) {
    const attribute = prim.attributes.get(name);
    if (attribute !== undefined) return { ...attribute, file: loaded.file };
  }
  return undefined;
}

/**
 * Returns the value of an attribute; `null` without one.
 * @throws InspectorError as the reader does.
 */
export function valueOf(opinions: Opinions, name: string): UsdValue {
  const attribute = usdAttributeOf(opinions, name);
  return attribute === undefined ? null : inFile(attribute.file, attribute.read);
}

/** Returns the numbers of an attribute; `null` without one, or for texts. */
export function attributeNumbers(opinions: Opinions, name: string): Float64Array | null {
  const value = valueOf(opinions, name);
  return value instanceof Float64Array ? value : null;
}

export function numberOf(opinions: Opinions, name: string, preset: number): number {
  return attributeNumbers(opinions, name)?.[0] ?? preset;
}

/** Returns a token or text; empty without one. */
export function tokenOf(opinions: Opinions, name: string): string {
  const value = valueOf(opinions, name);
  return typeof value === 'string' ? value : '';
}

/** Returns the strongest targets of a relationship, with the stack that their paths refer to. */
export function targetsOf(opinions: Opinions, name: string): { readonly paths: readonly string[]; readonly stack: LayerStack } | null {
  for (const { prim, stack } of opinions) {
    const paths = prim.relationships.get(name);
    if (paths !== undefined) return { paths, stack };
  }
  return null;
}

/**
 * Returns the paths on the stage of a relationship's targets, for the prim at `stagePath`; `undefined` without targets.
 */
export function stageTargets(opinions: Opinions, name: string, stagePath: string): readonly string[] | undefined {
  for (const { prim, path } of opinions) {
    const targets = prim.relationships.get(name);
    if (targets !== undefined)
      return targets.map((target) => (target.startsWith('/') ? onStage(target, path, stagePath) : below(stagePath, target)));
  }
  return undefined;
}

/**
 * Returns the path on the stage of a path in a referenced stack, where the prim at `path` becomes the one at
 * `stagePath`.
 */
function onStage(target: string, path: string, stagePath: string): string {
  const from = path.split('/');
  const to = stagePath.split('/');
  while (from.length > 1 && to.length > 1 && from.at(-1) === to.at(-1)) {
    from.pop();
    to.pop();
  }
  const prefix = from.join('/');
  return target === prefix || target.startsWith(`${prefix}/`) ? `${to.join('/')}${target.slice(prefix.length)}` : target;
}

/** Returns the path of a relative path, starting at a prim. */
function below(path: string, relative: string): string {
  const names = path.split('/');
  for (const name of relative.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '.' && name !== '') names.push(name);
  }
  return names.join('/');
}
