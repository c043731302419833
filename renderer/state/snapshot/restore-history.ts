import { type IgnoredFinding, readIgnored } from '#core/ignored-finding';
import { buildOptions, type BuildOptions, importOptions, sameValues } from '#core/options';
import type { DocumentId, TreeSummary } from '#host-api';
import type { Mark } from '../store/history.ts';
import type { FetchedTree, PageDocument, ReadingChoice, Scene } from '../store/records.ts';
import { sameReading } from '../store/scene-edits.ts';
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
  /** With the parts that differ from the next step on the side of the shown one, unread. The snapshot of the page has all parts of that. */
  readonly marks: readonly { readonly title: string; readonly parts: StepParts }[];
}

type StepParts = Readonly<Partial<Record<StepPart, unknown>>>;

const object: Reader<object> = (value, pointer) => {
  fields({})(value, pointer);
  return value as object;
};

const record = fields<HistoryRecord>({
  position: index,
  marks: checkedList(fields({ title: textUpTo(10_000), parts: object as Reader<StepParts> }), 1000),
});

/** Reads the undo steps in the notes of a page; `null` for none. @throws InspectorError `malformed`. */
export function readHistory(notes: unknown): HistoryRecord | null {
  const { history } = notes as { readonly history?: unknown };
  return history == null ? null : record(history, '/history');
}

/**
 * Puts undo steps of the page before this one in place of the only step of this one. Resolves when their trees have arrived: a tree that
 * the host no longer holds is replaced by the one that is shown.
 *
 * @param notes the snapshot with which they were written
 * @param targets for each document of the notes the open one; `null` for none
 * @param isWanted returns whether the steps of this page may still be replaced
 */
export async function restoreHistory(
  { store, loadTree }: HistoryParts,
  notes: Snapshot,
  { position, marks }: HistoryRecord,
  targets: readonly (RestoreTarget | null)[],
  isWanted: () => boolean,
): Promise<void> {
  if (marks[position] === undefined) return;
  const steps = readSteps(notes, marks, position);
  const loaded = await loadTrees(store.history.current.peek(), steps, targets, loadTree);
  if (store.history.previewing.peek() || !isWanted()) return;
  // Documents that were closed meanwhile are not in these.
  const base = store.history.current.peek();
  const documents = new Map(store.documents.peek().map((document) => [document.summary.id, document]));
  const treeOf: TreeOf = (id, wanted) => shownTrees(base, id).find(hasOptions(wanted)) ?? loaded(id, wanted);
  const states = steps.map((step, i) =>
    i === position
      ? shownState(base, step, targetsOf(step, targets, documents))
      : sceneOf(base, step, targetsOf(step, targets, documents), treeOf),
  );
  for (let i = position + 1; i < states.length; i++) states[i] = sharing(states[i]!, states[i - 1]!, marks[i]!.parts);
  for (let i = position - 1; i >= 0; i--) states[i] = sharing(states[i]!, states[i + 1]!, marks[i]!.parts);
  const restored = marks.map(({ title }, i): Mark<Scene> => ({ title, state: states[i]! }));
  store.history.restore(restored, position);
}

/** A step that was read and checked. */
interface Step extends Snapshot {
  /** One entry for each document, as the lists after it. */
  readonly ignored: readonly (readonly IgnoredFinding[] | null)[];
  readonly shelved: readonly (Shelf | null)[];
  readonly reading: readonly (ReadingChoice | null)[];
}

type Shelf = ReadonlyMap<string, readonly IgnoredFinding[]>;

/** Reads each step from the one next to it, from the shown one on: what does not change is read once. */
function readSteps(notes: Snapshot, marks: HistoryRecord['marks'], position: number): readonly Step[] {
  const none = notes.documents.map(() => null);
  const steps: Step[] = [];
  steps[position] = readStep({ ...notes, ignored: none, shelved: none, reading: none }, marks[position]!.parts);
  for (let i = position + 1; i < marks.length; i++) steps[i] = readStep(steps[i - 1]!, marks[i]!.parts);
  for (let i = position - 1; i >= 0; i--) steps[i] = readStep(steps[i + 1]!, marks[i]!.parts);
  return steps;
}

const reading = nullable((value, pointer) => {
  const { triangulation, colliders, curveError } = options(importOptions)(value, pointer);
  return { triangulation, colliders, curveError };
});

const shelf = nullable<Shelf>((value, pointer) => {
  const lists = checkedList(fields({ key: textUpTo(100_000), list: (list, at) => readIgnored(list, at) }), 1000)(value, pointer);
  return new Map(lists.map(({ key, list }) => [key, list]));
});

const ignoredLists = checkedList(nullable((value, pointer) => readIgnored(value, pointer)));

/** The parts of steps that are fields of the documents of a snapshot. */
const documentParts = [
  ['trees', 'tree'],
  ['hidden', 'hidden'],
  ['hiddenBefore', 'hiddenBefore'],
  ['meanings', 'meaning'],
  ['roles', 'role'],
] as const;

/** The parts of steps that name no document. */
const plainParts: ReadonlySet<string> = new Set<StepPart>(['tool', 'gizmo', 'picking', 'queried', 'display', 'chosenKind']);

/** Reads the parts of a step that differ from the one next to it. */
function readStep(near: Step, changed: StepParts): Step {
  const { active = null, second = null, ignored, shelved, reading: readings } = changed;
  const fieldsOf = documentParts.filter(([part]) => part in changed);
  const at = (list: unknown, i: number): unknown => (Array.isArray(list) ? (list[i] ?? undefined) : undefined);
  // There can be hundreds of documents, and most steps name none.
  const named = Object.keys(changed).every((part) => plainParts.has(part)) ? [] : near.documents;
  const documents = named.map(({ id, name, byteLength }, i) => ({
    id,
    name,
    byteLength,
    ...Object.fromEntries(fieldsOf.map(([part, field]) => [field, at(changed[part], i)])),
  }));
  const read = readSnapshot({ version: snapshotVersion, documents, active, scene: changed, second }, '/history');
  const only = <Values extends object>(values: Values, names: readonly string[]): Partial<Values> =>
    Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name))) as Partial<Values>;
  const [names, documentFields] = [Object.keys(changed), fieldsOf.map(([, field]) => field)];
  return {
    ...near,
    ...only({ active: read.active, second: read.second }, names),
    scene: { ...near.scene, ...only(read.scene, names) },
    documents:
      fieldsOf.length === 0
        ? near.documents
        : near.documents.map((document, i) => ({ ...document, ...only(read.documents[i]!, documentFields) })),
    ignored: ignored === undefined ? near.ignored : ignoredLists(ignored, '/history/ignored'),
    shelved: shelved === undefined ? near.shelved : checkedList(shelf)(shelved, '/history/shelved'),
    reading: readings === undefined ? near.reading : checkedList(reading)(readings, '/history/reading'),
  };
}

/** Returns the tree of a document with these options; `null` if there is none. */
type TreeOf = (id: DocumentId, wanted: BuildOptions) => FetchedTree | null;

/** Loads the trees of all steps that are not shown. */
async function loadTrees(
  shown: Scene,
  steps: readonly Step[],
  targets: readonly (RestoreTarget | null)[],
  loadTree: HistoryParts['loadTree'],
): Promise<TreeOf> {
  const loaded = new Map<DocumentId, FetchedTree[]>();
  const of: TreeOf = (id, wanted) => loaded.get(id)?.find(hasOptions(wanted)) ?? null;
  for (const [at, target] of targets.entries()) {
    if (target === null) continue;
    const { id, trees } = target.document.summary;
    const wanted = new Set(
      steps.flatMap(({ documents, second }) => [documents[at]!.tree, second?.document === at ? second.options : null]),
    );
    for (const choice of wanted) {
      if (choice === null || of(id, choice) !== null || shownTrees(shown, id).some(hasOptions(choice))) continue;
      const held = trees.findLast((other) => sameValues(buildOptions, other.options, choice));
      // The host may have dropped it since.
      const tree = held === undefined ? null : await loadTree(id, held).catch(() => null);
      if (tree !== null) loaded.set(id, [...(loaded.get(id) ?? []), tree]);
    }
  }
  return of;
}

/** Returns the trees of a document in both views. */
function shownTrees({ trees, second }: Scene, id: DocumentId): readonly FetchedTree[] {
  const first = trees.get(id);
  return [...(first === undefined ? [] : [first]), ...(second?.document === id ? [second.tree] : [])];
}

function hasOptions(wanted: BuildOptions): (tree: FetchedTree) => boolean {
  return ({ summary }) => sameValues(buildOptions, summary.options, wanted);
}

/** Returns the targets of the documents as they are in a step. */
function targetsOf(
  step: Step,
  targets: readonly (RestoreTarget | null)[],
  documents: ReadonlyMap<DocumentId, PageDocument>,
): readonly (RestoreTarget | null)[] {
  return targets.map((target, at) => {
    const id = target?.document.summary.id ?? null;
    const document = id === null ? undefined : documents.get(id);
    return document === undefined ? null : restoreTarget(step, at, [document], id);
  });
}

/** Returns the shown state with what a snapshot does not hold of it. */
function shownState(base: Scene, step: Step, own: readonly (RestoreTarget | null)[]): Scene {
  const shelved = new Map(base.shelved);
  const readings = new Map(base.reading);
  for (const [at, target] of own.entries()) {
    if (target === null) continue;
    const { id, mesh } = target.document.summary;
    set(shelved, id, step.shelved[at] ?? null);
    const choice = step.reading[at] ?? null;
    // Another choice would import the file again.
    if (choice !== null && mesh !== null && sameReading(choice, mesh.importing)) readings.set(id, choice);
  }
  return { ...base, shelved, reading: readings };
}

function sceneOf(base: Scene, step: Step, own: readonly (RestoreTarget | null)[], treeOf: TreeOf): Scene {
  const scene = withSnapshot({ ...base, meanings: new Map(), roles: new Map() }, step, own);
  const trees = new Map(base.trees);
  const ignored = new Map(base.ignored);
  const shelved = new Map(base.shelved);
  const readings = new Map(base.reading);
  for (const [at, target] of own.entries()) {
    if (target === null) continue;
    const { id } = target.document.summary;
    const tree = target.saved.tree === null ? null : treeOf(id, target.saved.tree);
    if (tree !== null) trees.set(id, tree);
    set(ignored, id, step.ignored[at] ?? null);
    set(shelved, id, step.shelved[at] ?? null);
    set(readings, id, step.reading[at] ?? null);
  }
  const secondId = step.second === null ? undefined : own[step.second.document]?.document.summary.id;
  const second = secondId === undefined ? null : treeOf(secondId, step.second!.options);
  return {
    ...scene,
    trees,
    ignored,
    shelved,
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
};

/** Returns a state that shares with the step next to it what did not change between them: steps are compared by reference. */
function sharing(state: Scene, next: Scene, changed: StepParts): Scene {
  const names = Object.keys(state) as (keyof Scene)[];
  const same = names.filter((name) => (sources[name] ?? [name as StepPart]).every((part) => !(part in changed)));
  return { ...state, ...Object.fromEntries(same.map((name) => [name, next[name]])) };
}
