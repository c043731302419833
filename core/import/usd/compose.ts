import type { SourceLocation } from '../../error.ts';
import { maxLocations } from '../../finding.ts';
import type { FindingList } from '../finding-list.ts';
import { refuse } from '../refuse.ts';
import { countStep, type PlacedList } from '../scene/placed-list.ts';
import { composeEdits, type Specifier, type UsdArc, type UsdAttribute, type UsdPrim, type UsdValue } from './layer.ts';
import { inFile, noteMissing, retimesLayers, timeCodesPerSecond, type LayerStack, type LoadedLayer } from './load-layers.ts';

/** What one layer says of a prim of the stage. */
export interface Opinion {
  readonly stack: LayerStack;
  readonly loaded: LoadedLayer;
  readonly prim: UsdPrim;
  /** Of the prim in its stack. */
  readonly path: string;
}

/** All that is said of a prim, the strongest first; never empty. */
export type Opinions = readonly Opinion[];

/** What composition needs in addition to the layers. */
export interface Composer {
  readonly findings: FindingList;
  /** Bounds the work. */
  readonly placed: PlacedList;
  /** Prims that arcs have led to, by their paths; `null` while one is on its way. */
  readonly targets: Map<LayerStack, Map<string, Opinions | null>>;
  /** Where arcs bring in layers with other times; at most as many as a finding lists. */
  readonly retimedAt: SourceLocation[];
}

export function composer(findings: FindingList, placed: PlacedList): Composer {
  return { findings, placed, targets: new Map(), retimedAt: [] };
}

/** The prims at the top of a stage, by name. */
export function rootPrims(composer: Composer, stack: LayerStack): ReadonlyMap<string, Opinions> {
  const names = new Set(stack.layers.toReversed().flatMap(({ layer }) => [...layer.roots.keys()]));
  return new Map([...names].map((name) => [name, expand(composer, rootOpinions(stack, name), 0)]));
}

/** The names of the prims below one, those of the weakest layer first. */
export function childNames(opinions: Opinions): ReadonlySet<string> {
  return new Set(opinions.toReversed().flatMap(({ prim }) => [...prim.children.keys()]));
}

/** @param depth of the walk. @throws InspectorError `cyclic`, `too-large`. */
export function childPrim(composer: Composer, opinions: Opinions, name: string, depth: number): Opinions {
  return expand(composer, childOpinions(opinions, name), depth);
}

/** The prim at an absolute path of a stack; `null` where there is none. */
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

/** What is said at a path itself, before the arcs there. */
function siteOpinions(composer: Composer, stack: LayerStack, path: string, depth: number): Opinions {
  countStep(composer.placed, depth);
  const cut = path.lastIndexOf('/');
  const name = path.slice(cut + 1);
  if (cut <= 0) return rootOpinions(stack, name);
  const parent = primAt(composer, stack, path.slice(0, cut), depth + 1);
  return parent === null ? [] : childOpinions(parent, name);
}

/**
 * Follows the arcs of a prim in the order of their strength: what is said here, inherits, variants, references, payloads, specializes.
 * A variant is chosen by the strongest layer that names one. Source: AOUSD Core Specification 1.0.1, section 10.
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
    const isOther =
      stack !== opinion.stack &&
      (retimesLayers(stack) || timeCodesPerSecond(stack.layers[0]) !== timeCodesPerSecond(opinion.stack.layers[0]));
    if ((isRetimed || isOther) && composer.retimedAt.length < maxLocations)
      composer.retimedAt.push({ ...(opinion.loaded.file !== null && { file: opinion.loaded.file }), ...location });
    const path = prim === '' ? defaultPrim(stack) : prim;
    if (path !== null) follow(stack, path);
  }
}

/** The prim that a layer offers to those who name none; else its only one. */
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

export function locationOf([{ loaded, prim }]: Opinions): SourceLocation {
  return { ...(loaded.file !== null && { file: loaded.file }), ...prim.location };
}

/** What the prim is: the strongest that is no mere override. */
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

/** The strongest that is said of an attribute; `undefined` for nothing. */
export function attributeOf(opinions: Opinions, name: string): (UsdAttribute & { readonly file: string | null }) | undefined {
  for (const { prim, loaded } of opinions) {
    const attribute = prim.attributes.get(name);
    if (attribute !== undefined) return { ...attribute, file: loaded.file };
  }
  return undefined;
}

/** Its value, `null` for none. @throws InspectorError as the reader does. */
export function valueOf(opinions: Opinions, name: string): UsdValue {
  const attribute = attributeOf(opinions, name);
  return attribute === undefined ? null : inFile(attribute.file, attribute.read);
}

/** Numbers of an attribute, `null` for none or for texts. */
export function numbersOf(opinions: Opinions, name: string): Float64Array | null {
  const value = valueOf(opinions, name);
  return value instanceof Float64Array ? value : null;
}

export function numberOf(opinions: Opinions, name: string, preset: number): number {
  return numbersOf(opinions, name)?.[0] ?? preset;
}

/** A token or text, empty for none. */
export function tokenOf(opinions: Opinions, name: string): string {
  const value = valueOf(opinions, name);
  return typeof value === 'string' ? value : '';
}

/** The strongest that is said of a relationship, with the stack that its paths are of. */
export function targetsOf(opinions: Opinions, name: string): { readonly paths: readonly string[]; readonly stack: LayerStack } | null {
  for (const { prim, stack } of opinions) {
    const paths = prim.relationships.get(name);
    if (paths !== undefined) return { paths, stack };
  }
  return null;
}

/** Where on the stage the targets of a relationship of the prim at `stagePath` are; `undefined` where nothing is said. */
export function stageTargets(opinions: Opinions, name: string, stagePath: string): readonly string[] | undefined {
  for (const { prim, path } of opinions) {
    const targets = prim.relationships.get(name);
    if (targets !== undefined)
      return targets.map((target) => (target.startsWith('/') ? onStage(target, path, stagePath) : below(stagePath, target)));
  }
  return undefined;
}

/** Where a reference puts what stands at a path of its stack: the prim at `path` stands at `stagePath`. */
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

/** A relative path, from a prim. */
function below(path: string, relative: string): string {
  const names = path.split('/');
  for (const name of relative.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '.' && name !== '') names.push(name);
  }
  return names.join('/');
}
