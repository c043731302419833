/** The command lines that repeat what the window shows. Names stand for paths: no page knows a path. */
import { untracked } from '@preact/signals-core';
import {
  buildOptions,
  changedFlags,
  checkImportOptions,
  exportOptions,
  flatOptions,
  healthOptions,
  rayOptions,
  spaceOptions,
  sphereOptions,
} from '#core/options';
import { bakeFormats, runsOfParts, type TriangleRuns } from '#core/bake';
import type { TriangleMesh } from '#core/mesh';
import { healthOptionsOf } from '../state/health/engine-of-file.ts';
import { meaningOf } from '../state/documents/space-of.ts';
import type { ExportForm } from '../state/export/export-form.ts';
import { scopeRuns } from '../state/export/export-runs.ts';
import type { PageDocument, Selection } from '../state/store/records.ts';
import type { Store } from '../state/store/store.ts';
import { plainNumber } from '../text/format-number.ts';
import { documentOf } from './actions.ts';
import { kindFlags, line, vectorWord } from './command-line-words.ts';
import { clearanceLine, diffLine, motionLine, pairLine, penetrationLine, separationLine } from './pair-lines.ts';
import { probeLine } from './probe-lines.ts';
import { type BakePlan, isPlainRecipe, recipeName, recipeOfPlan } from './recipe-actions.ts';
import { bspLine, colliderLine } from './shape-lines.ts';

/** What a command line can repeat. */
export type CommandSubject =
  | 'bsp'
  | 'check'
  | 'clearance'
  | 'collider'
  | 'compare'
  | 'diff'
  | 'motion'
  | 'pair'
  | 'penetration'
  | 'probe'
  | 'ray'
  | 'separation'
  | 'sphere'
  | 'tree';

const subjects: Readonly<Record<CommandSubject, (store: Store) => string | null>> = {
  bsp: bspLine,
  check: checkLine,
  clearance: clearanceLine,
  collider: colliderLine,
  compare: compareLine,
  diff: diffLine,
  motion: motionLine,
  pair: pairLine,
  penetration: penetrationLine,
  probe: (store) => probeLine(store, store.scene.peek().probe),
  ray: rayLine,
  separation: separationLine,
  sphere: sphereLine,
  tree: treeLine,
};

/** Returns the command line that repeats a query, the checks, the comparison or the tree; `null` where there is nothing to repeat. */
export function commandLineOf(store: Store, subject: CommandSubject): string | null {
  return subjects[subject](store);
}

/** Returns what the command line is about now: the query of the tool, else that of the selection, else the tree. */
export function currentSubject(store: Store): CommandSubject {
  const { tool, selection, ray, sphere, probe, movingMesh } = store.scene.value;
  if (tool === 'ray' && ray !== null) return 'ray';
  if (tool === 'sphere' && sphere !== null) return 'sphere';
  if (tool === 'probe' && probe !== null) return 'probe';
  if (tool === 'movingMesh' && movingMesh !== null) return 'pair';
  if (tool === 'measure' && clearanceLine(store) !== null) return 'clearance';
  return selection === null ? 'tree' : subjectOfSelection[selection.kind];
}

const subjectOfSelection: Readonly<Record<Selection['kind'], CommandSubject>> = {
  document: 'tree',
  part: 'tree',
  parts: 'tree',
  node: 'tree',
  triangle: 'tree',
  triangles: 'tree',
  finding: 'check',
  hit: 'ray',
  touch: 'sphere',
  contact: 'pair',
  loop: 'pair',
};

function rayLine(store: Store): string | null {
  const { ray } = store.scene.peek();
  const document = ray === null ? null : documentOf(store, ray.document);
  if (ray === null || document === null) return null;
  const far = ray.far === Infinity ? [] : ['--far', plainNumber(ray.far)];
  return line(
    'query ray',
    document,
    ['--origin', vectorWord(ray.origin), '--direction', vectorWord(ray.direction), ...far],
    [...changedFlags(rayOptions, ray.options), ...kindFlags(store, document)],
  );
}

function sphereLine(store: Store): string | null {
  const { sphere } = store.scene.peek();
  const document = sphere === null ? null : documentOf(store, sphere.document);
  if (sphere === null || document === null) return null;
  return line(
    'query sphere',
    document,
    ['--center', vectorWord(sphere.center), '--radius', plainNumber(sphere.radius)],
    [...changedFlags(sphereOptions, sphere.options), ...kindFlags(store, document)],
  );
}

function treeLine(store: Store): string | null {
  const document = store.activeDocument.peek();
  const options = store.activeTree.peek()?.summary.options;
  return document === null || options === undefined ? null : line('tree', document, [], changedFlags(buildOptions, options));
}

function compareLine(store: Store): string | null {
  const document = store.activeDocument.peek();
  const options = store.activeTree.peek()?.summary.options;
  if (document === null || options === undefined) return null;
  // A comparison builds every kind and split itself.
  const others = Object.fromEntries(Object.entries(options).filter(([name]) => name !== 'kind' && name !== 'split'));
  return line('tree', document, ['--compare'], changedFlags(buildOptions, others));
}

function checkLine(store: Store): string | null {
  const document = store.activeDocument.peek();
  if (document === null) return null;
  return line(
    'check',
    document,
    [],
    changedFlags(
      healthOptions,
      untracked(() => healthOptionsOf(store, document)),
    ),
    checkImportOptions,
  );
}

/**
 * Returns the command line that bakes a mesh for targets, by the file of a recipe if the targets are not all of it. It refuses what passes a limit; the
 * bake panel reports it.
 */
export function bakeLine(store: Store, document: PageDocument, plan: BakePlan): string {
  const { targets, flat } = plan;
  const meaning = changedFlags(spaceOptions, meaningOf(store.scene.peek(), document.summary.id));
  const isPlain = isPlainRecipe(recipeOfPlan(store, document, plan), flat);
  const wanted = isPlain ? ['--target', targets.join(',')] : ['--recipe', recipeName(document)];
  return line('bake', document, [...wanted, '-o', 'baked'], [...(isPlain ? changedFlags(flatOptions, { flat }) : []), ...meaning]);
}

/**
 * Returns the command line that writes a file as the export dialog does; `null` if the triangles are not those of whole parts. A file never
 * has the name of the mesh: the command line refuses to replace its input.
 */
export function exportLine(store: Store, document: PageDocument, form: ExportForm, name: string): string | null {
  const scope = scopeRuns(store, document, form.scope);
  const parts = scope?.runs == null || document.mesh === null ? [] : wholeParts(document.mesh.mesh, scope.runs);
  if (scope === null || parts === null) return null;
  const chosen = parts.length === 0 ? [] : ['--parts', parts.map((part) => `#${part}`).join(',')];
  const meaning = changedFlags(spaceOptions, meaningOf(store.scene.peek(), document.summary.id));
  const isNamed = name.toLowerCase().endsWith(`.${bakeFormats[form.format].extension}`);
  const format = isNamed ? [] : ['--format', form.format];
  const isInput = name.toLowerCase() === document.summary.name.toLowerCase();
  const output = isInput ? name.replace(/(\.[^.]*)?$/, '-exported$1') : name;
  return line('export', document, ['-o', output, ...format, ...chosen], [...changedFlags(exportOptions, form.options), ...meaning]);
}

/** Returns the parts whose triangles are exactly those of runs; `null` if there are none. */
function wholeParts(mesh: TriangleMesh, runs: TriangleRuns): readonly number[] | null {
  const starts = runs.filter((_, i) => i % 2 === 0);
  const isIn = (triangle: number): boolean => starts.some((first, i) => triangle >= first && triangle < first + runs[2 * i + 1]!);
  const parts = mesh.parts.flatMap(({ firstTriangle, triangleCount }, i) => (triangleCount > 0 && isIn(firstTriangle) ? [i] : []));
  const own = runsOfParts(mesh, parts);
  return own.length === runs.length && own.every((value, i) => value === runs[i]) ? parts : null;
}
