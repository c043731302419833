/** Opening samples, and showing what a sample with a defect teaches. */
import type { DocumentId, SampleSummary } from '#host-api';
import { whenChecked } from '../state/health/when-checked.ts';
import { withMeaning } from '../state/store/scene-edits.ts';
import { type Lesson, type Store, type WritableStore, writable } from '../state/store/store.ts';
import { frame, select, showOnly } from './actions.ts';
import type { App } from './app.ts';
import { openRepair } from './repair-actions.ts';

/** Opens a sample, which may be a scene. One with a defect is shown alone and checked; its finding is then selected, framed and listed. */
export async function openSample(app: App, sample: SampleSummary): Promise<void> {
  const { store, session, health, shell, projects } = app;
  if (sample.instances !== undefined) return projects.openSampleScene(sample.name);
  const document = await session.openSample(sample.name);
  if (document === null) return;
  stateSpace(writable(store), document, sample);
  if (!isLesson(sample)) return;
  writable(store).lesson.value = { document, sample };
  if (store.documents.peek().length > 1) showOnly(store, document);
  shell.showWorkspace('health');
  health.check([document]);
  await whenChecked(store, document);
  showLesson(app);
}

/** Samples of formats that state no unit are in metres with Y up: no step, as if the file said so. */
function stateSpace(store: WritableStore, document: DocumentId, { name }: SampleSummary): void {
  if (/\.(obj|ply|stl)$/i.test(name)) store.history.rewrite((scene) => withMeaning(scene, document, sampleSpace));
}

const sampleSpace = { unit: 'metre', up: '+y', handedness: 'right' } as const;

/** Selects, frames and lists the finding of the open lesson. */
export function showLesson({ store, shell }: App): void {
  const lesson = store.lesson.peek();
  if (lesson === null) return;
  const { document, sample } = lesson;
  const finding = store.findings
    .peek()
    .get(document)
    ?.list.find(({ code }) => code === sample.lesson.finding);
  if (finding === undefined || store.scene.peek().activeDocument !== document) return;
  const item = finding.elements === null ? null : 0;
  select(store, { kind: 'finding', document, name: finding.name, item });
  frame(store, { kind: 'finding', document, name: finding.name, item });
  shell.showList('findings');
}

/** Opens the repair dialog with the repairs that the lesson recommends. */
export function repairLesson(app: App, { sample: { lesson } }: Lesson): void {
  const { finding, repairs, values } = lesson;
  if (repairs !== null) openRepair(app, repairs, { finding, ...(values === undefined ? {} : { values }) });
}

export function dismissLesson(store: Store): void {
  writable(store).lesson.value = null;
}

/** Returns the sample after this one that teaches a finding, the first one after the last. */
export function nextLesson(store: Store, { sample }: Lesson): SampleSummary | null {
  const lessons = store.samples.value.filter(isLesson);
  return lessons[(lessons.findIndex(({ name }) => name === sample.name) + 1) % lessons.length] ?? null;
}

/** Returns whether a document is the mesh of the lesson or its repaired copy; `null` for neither. */
export function stageOf(store: Store, { document }: Lesson): 'defect' | 'repaired' | null {
  const active = store.activeDocument.value?.summary;
  if (active === undefined) return null;
  return active.id === document ? 'defect' : active.repairOf === document ? 'repaired' : null;
}

function isLesson(sample: SampleSummary): sample is Lesson['sample'] {
  return sample.lesson !== undefined;
}
