import { type IgnoredFinding, readIgnored } from '#core/ignored-finding';
import { buildOptions, type BuildOptions, importOptions, sameValues } from '#core/options';
import type { DocumentId, TreeSummary } from '#host-api';
import type { Mark } from '../store/history.ts';
import type { FetchedTree, PageDocument, ReadingChoice, Scene } from '../store/records.ts';
import type { WritableStore } from '../store/store.ts';
import { checkedList, fields, index, nullable, options, type Reader, textUpTo } from './field-readers.ts';
import { readSnapshot } from './read-snapshot.ts';
import { restoreTarget, type RestoreTarget, withSnapshot } from './restore-scene.ts';
import { type Snapshot, snapshotVersion } from './snapshot.ts';
import type { StepPart } from './write-history.ts';

/** What restored undo steps need of the page. */
export interface HistoryParts {
  readonly store: WritableStore;
  /** Returns a tree that the host holds. */
  readonly loadTree: (document: DocumentId, summary: TreeSummary) => Promise<FetchedTree>;
}

/** The undo steps of a page, as `writeHistory` writes them. */
export interface HistoryRecord {
  readonly position: number;
  readonly marks: readonly { readonly title: string; readonly parts: StepParts }[];
  /** The documents of the snapshot with which they were written, unread. */
  readonly documents: readonly object[];
}

type StepParts = Readonly<Partial<Record<StepPart, unknown>>>;

const object: Reader<object> = (value, pointer) => {
  fields({})(value, pointer);
  return value as object;
};

const record = fields<HistoryRecord>({
  position: index,
  marks: checkedList(fields({ title: textUpTo(10_000), parts: object as Reader<StepParts> }), 1000),
  documents: checkedList(object, 10_000),
});

/** Reads the undo steps in the notes of a page; `null` for none. @throws InspectorError `malformed`. */
export function readHistory(notes: unknown): HistoryRecord | null {
  const { history, documents } = notes as { readonly history?: object | null; readonly documents?: unknown };
  return history == null ? null : record({ ...history, documents }, '/history');
}

/**
 * Puts undo steps of the page before this one in place of the only step of this one. Resolves when their trees have arrived: a tree that
 * the host no longer holds is replaced by the one that is shown.
 *
 * @param targets for each document of the notes the open one; `null` for none
 */
export async function restoreHistory(
  { store, loadTree }: HistoryParts,
  { position, marks, documents }: HistoryRecord,
  targets: readonly (RestoreTarget | null)[],
): Promise<void> {
  const base = store.history.current.peek();
  const count = store.history.marks.peek().length;
  const steps = wholeSteps(marks.map(({ parts }) => parts)).map((parts) => readStep(parts, documents));
  const trees = await loadTrees(base, steps, targets, loadTree);
  // What a person does meanwhile has priority.
  if (store.history.previewing.peek() || store.history.marks.peek().length !== count || marks[position] === undefined) return;
  const states = steps.map((step) => sceneOf(base, step, targetsOf(step, targets, store.documents.peek()), trees));
  states[position] = store.history.current.peek();
  for (let i = position + 1; i < states.length; i++) states[i] = sharing(states[i]!, states[i - 1]!, marks[i]!.parts);
  for (let i = position - 1; i >= 0; i--) states[i] = sharing(states[i]!, states[i + 1]!, marks[i + 1]!.parts);
  const restored = marks.map(({ title }, i): Mark<Scene> => ({ title, state: states[i]! }));
  store.history.restore(restored, position);
}

/** A step that was read and checked. */
interface Step extends Snapshot {
  /** One entry for each document. */
  readonly ignored: readonly (readonly IgnoredFinding[] | null)[];
  readonly reading: readonly (ReadingChoice | null)[];
}

/** Returns all parts of each step. */
function wholeSteps(changes: readonly StepParts[]): readonly StepParts[] {
  const whole: StepParts[] = [];
  for (const changed of changes) whole.push({ ...whole.at(-1), ...changed });
  return whole;
}

const reading = nullable((value, pointer) => {
  const { triangulation, colliders, curveError } = options(importOptions)(value, pointer);
  return { triangulation, colliders, curveError };
});

function readStep(parts: StepParts, documents: readonly object[]): Step {
  const { active, second, trees, hidden, hiddenBefore, meanings, roles, ignored, reading: readings, ...scene } = parts;
  const at = (list: unknown, i: number): unknown => (Array.isArray(list) ? (list[i] as unknown) : null);
  const ofDocuments = documents.map((document, i) => ({
    ...document,
    tree: at(trees, i),
    hidden: at(hidden, i) ?? undefined,
    hiddenBefore: at(hiddenBefore, i),
    meaning: at(meanings, i),
    role: at(roles, i),
  }));
  return {
    ...readSnapshot({ version: snapshotVersion, documents: ofDocuments, active, scene, second }, '/history'),
    ignored: checkedList(nullable((value, pointer) => readIgnored(value, pointer)))(ignored ?? [], '/history/ignored'),
    reading: checkedList(reading)(readings ?? [], '/history/reading'),
  };
}

/** The trees of steps by document and options. */
interface StepTrees {
  /** Returns the tree with these options; `null` if there is none. */
  of(id: DocumentId, wanted: BuildOptions): FetchedTree | null;
}

async function loadTrees(
  base: Scene,
  steps: readonly Step[],
  targets: readonly (RestoreTarget | null)[],
  loadTree: HistoryParts['loadTree'],
): Promise<StepTrees> {
  const found = new Map<DocumentId, FetchedTree[]>();
  const of = (id: DocumentId, wanted: BuildOptions): FetchedTree | null =>
    found.get(id)?.find(({ summary }) => sameValues(buildOptions, summary.options, wanted)) ?? null;
  for (const [id, tree] of base.trees) found.set(id, [tree]);
  if (base.second !== null) found.get(base.second.document)?.push(base.second.tree);
  for (const [at, target] of targets.entries()) {
    if (target === null) continue;
    const { id, trees } = target.document.summary;
    const wanted = steps.flatMap(({ documents, second }) => [documents[at]!.tree, second?.document === at ? second.options : null]);
    for (const choice of wanted) {
      if (choice === null || of(id, choice) !== null) continue;
      const held = trees.findLast((other) => sameValues(buildOptions, other.options, choice));
      // The host may have dropped it since.
      const tree = held === undefined ? null : await loadTree(id, held).catch(() => null);
      if (tree !== null) found.set(id, [...(found.get(id) ?? []), tree]);
    }
  }
  return { of };
}

/** Returns the targets of the documents as they are in a step. */
function targetsOf(
  step: Step,
  targets: readonly (RestoreTarget | null)[],
  documents: readonly PageDocument[],
): readonly (RestoreTarget | null)[] {
  return targets.map((target, at) => (target === null ? null : restoreTarget(step, at, documents, target.document.summary.id)));
}

function sceneOf(base: Scene, step: Step, own: readonly (RestoreTarget | null)[], treesOf: StepTrees): Scene {
  const scene = withSnapshot({ ...base, meanings: new Map(), roles: new Map() }, step, own);
  const trees = new Map(base.trees);
  const ignored = new Map(base.ignored);
  const readings = new Map(base.reading);
  for (const [at, target] of own.entries()) {
    if (target === null) continue;
    const { id } = target.document.summary;
    const tree = target.saved.tree === null ? null : treesOf.of(id, target.saved.tree);
    if (tree !== null) trees.set(id, tree);
    set(ignored, id, step.ignored[at] ?? null);
    set(readings, id, step.reading[at] ?? null);
  }
  const secondId = step.second === null ? undefined : own[step.second.document]?.document.summary.id;
  const second = secondId === undefined ? null : treesOf.of(secondId, step.second!.options);
  return {
    ...scene,
    trees,
    ignored,
    reading: readings,
    second: second === null ? null : { document: secondId!, tree: second },
    selection: selectedNode(step, own, trees) ?? scene.selection,
  };
}

function set<Value>(values: Map<DocumentId, Value>, id: DocumentId, value: Value | null): void {
  if (value === null) values.delete(id);
  else values.set(id, value);
}

/** Returns the selection of a node of the same tree; `null` for another selection. */
function selectedNode(
  { scene: { selection } }: Step,
  targets: readonly (RestoreTarget | null)[],
  trees: Scene['trees'],
): Scene['selection'] {
  const target = selection?.kind === 'node' ? targets[selection.document] : null;
  if (selection?.kind !== 'node' || target?.isSame !== true || target.saved.tree === null) return null;
  const { id } = target.document.summary;
  const tree = trees.get(id);
  if (tree === undefined || !sameValues(buildOptions, tree.summary.options, target.saved.tree)) return null;
  return selection.node < tree.tree.nodeCount ? { ...selection, document: id } : null;
}

/** The parts on which fields of a scene depend; other fields depend on the part of their name. */
const sources: Readonly<Partial<Record<keyof Scene, readonly StepPart[]>>> = {
  hiddenTriangles: ['hidden'],
  isolated: ['hidden', 'hiddenBefore'],
  selection: ['selection', 'trees'],
  activeDocument: ['active'],
  shelved: [],
};

/** Returns a state that shares with the step next to it what did not change between them: steps are compared by reference. */
function sharing(state: Scene, next: Scene, changed: StepParts): Scene {
  const names = Object.keys(state) as (keyof Scene)[];
  const same = names.filter((name) => (sources[name] ?? [name as StepPart]).every((part) => !(part in changed)));
  return { ...state, ...Object.fromEntries(same.map((name) => [name, next[name]])) };
}
