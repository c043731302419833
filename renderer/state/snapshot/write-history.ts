import type { DocumentId } from '#host-api';
import type { Mark } from '../store/history.ts';
import type { PageDocument, Scene } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { keptScene } from './scene-record.ts';
import { keptDocuments, type SnapshotStep, takeHidden, takeSceneRecords } from './take-snapshot.ts';
import { writeSnapshotValue } from './write-snapshot.ts';

/** The parts of an undo step that are written apart: a step holds only those that differ from the step next to it. */
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
  | 'shelved'
  | 'reading';

/** More characters than this are not kept: the oldest steps are left out. */
const maxLength = 1_500_000;

/** The fields of which each part is made. */
const sources: Readonly<Record<StepPart, readonly (keyof Scene)[]>> = {
  tool: ['tool'],
  gizmo: ['gizmo'],
  picking: ['picking'],
  queried: ['queried'],
  display: ['display'],
  chosenKind: ['chosenKind'],
  selection: ['selection'],
  measure: ['measure'],
  clearance: ['clearance'],
  ray: ['ray'],
  sphere: ['sphere'],
  probe: ['probe'],
  pins: ['pins'],
  movingMesh: ['movingMesh'],
  motion: ['motion', 'movingMesh'],
  instances: ['instances'],
  active: ['activeDocument'],
  second: ['second'],
  trees: ['trees'],
  hidden: ['hidden', 'hiddenTriangles'],
  hiddenBefore: ['isolated'],
  meanings: ['meanings'],
  roles: ['roles'],
  ignored: ['ignored'],
  shelved: ['shelved'],
  reading: ['reading'],
};

const partNames = Object.keys(sources) as readonly StepPart[];

/** What a step changes compared with the step next to it. */
interface StepChange {
  readonly near: Scene;
  /** The parts as a JSON object; `null` without a change. */
  readonly text: string | null;
}

/** What was written last, and of what. */
interface Written {
  readonly marks: readonly Mark<Scene>[];
  readonly shown: Scene;
  readonly position: number;
  readonly max: number;
  readonly text: string;
}

/**
 * Returns a function that returns the undo steps as JSON, for a page that is reloaded: `readHistory` reads it. The snapshot of the page
 * holds the shown step. Each other step holds what differs from the step next to it on the side of the shown one: large values that
 * no step changes are not written. Steps without a difference are left out, and the steps that are farthest from the shown one where
 * all are longer than `max`.
 */
export function createHistoryWriter(store: Store): (max?: number) => string {
  let documents: readonly PageDocument[] = [];
  let changes: ReadonlyMap<Scene, StepChange> = new Map();
  let last: Written | null = null;
  return (max = maxLength) => {
    const kept = keptDocuments(store);
    if (!sameMeshes(documents, kept)) [changes, last] = [new Map(), null];
    documents = kept;
    const limit = Math.min(max, maxLength);
    const [marks, position, shown] = [store.history.marks.value, store.history.position.value, store.history.current.value];
    if (last?.marks === marks && last.position === position && last.shown === shown && last.max === limit) return last.text;
    const stateAt = (i: number): Scene => (i === position ? shown : marks[i]!.state);
    const used = new Map<Scene, StepChange>();
    const text = historyText(marks, position, limit, (i, nearAt) => {
      if (i === nearAt) return shownText(store, shown);
      const [scene, near] = [stateAt(i), stateAt(nearAt)];
      const before = changes.get(scene);
      const change = before?.near === near ? before : { near, text: changeText(store, scene, near) };
      used.set(scene, change);
      return change.text;
    });
    // Texts of steps that are no longer written are not kept.
    changes = used;
    last = { marks, position, shown, max: limit, text };
    return text;
  };
}

/** Whether two lists have the same documents with the same meshes: the texts of steps are made of no more. */
function sameMeshes(a: readonly PageDocument[], b: readonly PageDocument[]): boolean {
  return a.length === b.length && a.every(({ summary, mesh }, i) => summary.id === b[i]!.summary.id && mesh === b[i]!.mesh);
}

/** What is written of one step. */
interface WrittenStep {
  readonly title: string;
  /** Its parts as a JSON object. */
  readonly parts: string;
}

function historyText(
  marks: readonly Mark<Scene>[],
  position: number,
  max: number,
  partsOf: (i: number, near: number) => string | null,
): string {
  const kept: WrittenStep[] = [{ title: marks[position]!.title, parts: partsOf(position, position) ?? '{}' }];
  // For the position and the names.
  let left = max - 50 - stepText(kept[0]!).length;
  if (left < 0) return 'null';
  // Steps that can be redone take at most half of the length.
  const leftForUndo = left / 2;
  for (let i = position + 1; i < marks.length; i++) {
    const parts = partsOf(i, i - 1);
    if (parts === null) continue;
    const step = { title: marks[i]!.title, parts };
    left -= stepText(step).length + 1;
    if (left < leftForUndo) break;
    kept.push(step);
  }
  left = Math.max(left, leftForUndo);
  let at = 0;
  for (let i = position - 1; i >= 0; i--) {
    const { title } = marks[i]!;
    const parts = partsOf(i, i + 1);
    if (parts === null) {
      // Of steps with the same state, the first one made it.
      kept[0] = { ...kept[0]!, title };
      continue;
    }
    const step = { title, parts };
    left -= stepText(step).length + 1;
    if (left < 0) break;
    kept.unshift(step);
    at++;
  }
  return `{"position":${at},"marks":[${kept.map(stepText).join(',')}]}`;
}

function stepText({ title, parts }: WrittenStep): string {
  return `{"title":${JSON.stringify(title)},"parts":${parts}}`;
}

/** Returns the parts of a step that differ from those of the step next to it; `null` for none. */
function changeText(store: Store, scene: Scene, near: Scene): string | null {
  const isChanged = (part: StepPart): boolean =>
    part === 'instances'
      ? keptScene(scene.instances) !== keptScene(near.instances)
      : sources[part].some((field) => scene[field] !== near[field]);
  const changed = partNames.filter(isChanged);
  if (changed.length === 0) return null;
  const [valueOf, nearValueOf] = [partReader(store, scene), partReader(store, near)];
  const texts = changed.flatMap((part) => {
    const text = writeSnapshotValue(valueOf(part));
    // Other records can have the same text. Scenes are long, and other ones differ.
    return part !== 'instances' && text === writeSnapshotValue(nearValueOf(part)) ? [] : [`"${part}":${text}`];
  });
  return texts.length === 0 ? null : `{${texts.join(',')}}`;
}

/** Returns the parts of the shown step that a snapshot does not hold. */
function shownText(store: Store, shown: Scene): string {
  const valueOf = partReader(store, shown);
  return writeSnapshotValue({ shelved: valueOf('shelved'), reading: valueOf('reading') });
}

/** Returns a function that returns the parts of a step, and takes no others: there can be hundreds of documents. */
function partReader(store: Store, scene: Scene): (part: StepPart) => unknown {
  const documents = keptDocuments(store);
  const ofEach = <Value>(values: ReadonlyMap<DocumentId, Value>): readonly (Value | null)[] =>
    documents.map(({ summary }) => values.get(summary.id) ?? null);
  let records: Pick<SnapshotStep, 'scene' | 'active' | 'second'> | null = null;
  return (part) => {
    switch (part) {
      case 'trees':
        return ofEach(scene.trees).map((tree) => tree?.summary.options ?? null);
      case 'hidden':
        return takeHidden(scene, documents);
      case 'hiddenBefore':
        return scene.isolated === null ? documents.map(() => null) : takeHidden(scene.isolated, documents);
      case 'meanings':
      case 'roles':
      case 'ignored':
      case 'reading':
        return ofEach<unknown>(scene[part]);
      case 'shelved':
        return ofEach(scene.shelved).map((shelf) => shelf && [...shelf].map(([key, list]) => ({ key, list })));
      case 'active':
      case 'second':
        return (records ??= takeSceneRecords(store, scene))[part];
      default:
        return (records ??= takeSceneRecords(store, scene)).scene[part];
    }
  };
}
