import type { DocumentId } from '#host-api';
import type { Scene } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { keptDocuments, type SnapshotStep, takeStep } from './take-snapshot.ts';
import { writeSnapshotValue } from './write-snapshot.ts';

/** The parts of an undo step that are written apart: a step holds only those that differ from the step before. */
export type StepPart =
  | keyof SnapshotStep['scene']
  | 'active'
  | 'second'
  /** One entry for each document of the snapshot. */
  | 'trees'
  | 'hidden'
  | 'hiddenBefore'
  | 'meanings'
  | 'roles'
  | 'ignored'
  | 'reading';

/** More than this is not kept: the oldest steps are left out. Characters; a page can keep about five million. */
const maxLength = 1_500_000;

type StepTexts = ReadonlyMap<StepPart, string>;

/** The texts of each state, with the documents of which they are: states never change. */
const known = new WeakMap<Scene, { readonly documents: Store['documents']['value']; readonly texts: StepTexts }>();

/** Returns the undo steps as JSON, for a page that is reloaded: `readHistory` reads it. The newest steps are kept if all are too long. */
export function writeHistory(store: Store): string {
  const marks = store.history.marks.value;
  const position = store.history.position.value;
  const texts = marks.map(({ state }) => textsOf(store, state));
  for (let first = 0; first <= position; first = first + Math.ceil((position + 1 - first) / 2)) {
    const written = marks.slice(first).map(({ title }, i) => stepText(title, texts[first + i]!, i === 0 ? null : texts[first + i - 1]!));
    const text = `{"position":${position - first},"marks":[${written.join(',')}]}`;
    if (text.length <= maxLength) return text;
  }
  return 'null';
}

function stepText(title: string, texts: StepTexts, before: StepTexts | null): string {
  const changed = [...texts].filter(([part, text]) => before?.get(part) !== text);
  return `{"title":${JSON.stringify(title)},"parts":{${changed.map(([part, text]) => `"${part}":${text}`).join(',')}}}`;
}

function textsOf(store: Store, scene: Scene): StepTexts {
  const documents = store.documents.value;
  const before = known.get(scene);
  if (before?.documents === documents) return before.texts;
  const step = takeStep(store, scene);
  const ids = keptDocuments(store).map(({ summary }) => summary.id);
  const ofEach = <Value>(values: ReadonlyMap<DocumentId, Value>): readonly (Value | null)[] => ids.map((id) => values.get(id) ?? null);
  const parts: Readonly<Record<StepPart, unknown>> = {
    ...step.scene,
    active: step.active,
    second: step.second,
    trees: step.documents.map(({ tree }) => tree),
    hidden: step.documents.map(({ hidden }) => hidden),
    hiddenBefore: step.documents.map(({ hiddenBefore }) => hiddenBefore),
    meanings: step.documents.map(({ meaning }) => meaning),
    roles: step.documents.map(({ role }) => role),
    ignored: ofEach(scene.ignored),
    reading: ofEach(scene.reading),
  };
  const texts = new Map(Object.entries(parts).map(([part, value]) => [part as StepPart, writeSnapshotValue(value)] as const));
  known.set(scene, { documents, texts });
  return texts;
}
