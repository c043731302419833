import { computed, effect, untracked } from '@preact/signals-core';
import { buildOptions, type BuildOptions, defaultValues, importOptions, type ImportOptions } from '#core/options';
import type { DocumentId, DocumentSummary, Host } from '#host-api';
import type { News } from './news.ts';
import type { ReadingChoice } from '../store/records.ts';
import { sameScene } from './replace-document.ts';
import { sameReading, withReading } from '../store/scene-edits.ts';
import type { WritableStore } from '../store/store.ts';

/** Import options of documents, with undo. */
export interface ReadingFollower {
  /** Changes the options as an undo step. */
  choose(document: DocumentId, change: Partial<ReadingChoice>): void;
  dispose(): void;
}

/**
 * Makes the host import documents with the options of the scene, which has undo. The previous mesh stays visible until the
 * import is done. A change by another window, or options that fail, is no undo step: it is applied to every step.
 */
export function followReading(
  host: Host,
  store: WritableStore,
  { attempt }: News,
  optionsInUse: (id: DocumentId) => BuildOptions | null,
): ReadingFollower {
  /** The options with which each document was read, or that this page requested last. */
  const known = new Map<DocumentId, ReadingChoice>();
  /** Documents that the host is importing again. */
  const requested = new Set<DocumentId>();

  function reconcile({ id, replaces }: DocumentSummary, importing: ImportOptions): void {
    const wanted = store.scene.peek().reading.get(id);
    if (wanted === undefined || requested.has(id)) return;
    const before = known.get(id) ?? (replaces === null ? undefined : known.get(replaces));
    known.set(id, wanted);
    if (sameReading(wanted, importing)) return;
    if (before !== undefined && sameReading(before, wanted)) accept(id, importing);
    else void request(id, { ...importing, ...wanted });
  }

  function accept(id: DocumentId, importing: ImportOptions): void {
    const choice = choiceOf(importing);
    known.set(id, choice);
    // One record for all steps: steps that only differed in it are equal by its reference.
    store.history.rewrite(
      (scene) => (scene.reading.has(id) ? { ...scene, reading: new Map(scene.reading).set(id, choice) } : scene),
      sameScene,
    );
  }

  async function request(id: DocumentId, importing: ImportOptions): Promise<void> {
    requested.add(id);
    const options = optionsInUse(id) ?? defaultValues(buildOptions);
    let isReplied = false;
    await attempt(id, async () => {
      await host.request('importAgain', { document: id, importing, options });
      isReplied = true;
    });
    if (isReplied) return;
    requested.delete(id);
    const mesh = summaryOf(id)?.mesh ?? null;
    if (mesh !== null) accept(id, mesh.importing);
  }

  function summaryOf(id: DocumentId): DocumentSummary | null {
    return store.documents.peek().find(({ summary }) => summary.id === id)?.summary ?? null;
  }

  const reading = computed(() => store.scene.value.reading);
  const stop = effect(() => {
    const documents = store.documents.value;
    // Subscribes to this part of the scene only.
    void reading.value;
    untracked(() => {
      for (const { summary } of documents) if (summary.mesh !== null) reconcile(summary, summary.mesh.importing);
      const isGone = (id: DocumentId): boolean => !documents.some(({ summary }) => summary.id === id || summary.replaces === id);
      for (const id of [...known.keys()].filter(isGone)) known.delete(id);
      for (const id of [...requested].filter(isGone)) requested.delete(id);
    });
  });

  return {
    choose(id, change) {
      const mesh = summaryOf(id)?.mesh ?? null;
      if (mesh === null) return;
      const now = store.scene.peek().reading.get(id) ?? choiceOf(mesh.importing);
      // Steps before the first change have the options of the import.
      store.history.rewrite((scene) => (scene.reading.has(id) ? scene : withReading(scene, id, now)));
      const title = [
        ...(['triangulation', 'colliders'] as const).flatMap((name) => titleOf(name, change[name])),
        ...(change.curveError === undefined ? [] : [importOptions.curveError.title]),
      ];
      store.history.change(title.join(', '), (scene) => withReading(scene, id, { ...now, ...change }));
    },
    dispose: stop,
  };
}

function choiceOf({ triangulation, colliders, curveError }: ImportOptions): ReadingChoice {
  return { triangulation, colliders, curveError };
}

function titleOf(name: 'colliders' | 'triangulation', value: string | undefined): readonly string[] {
  const { title, choices } = importOptions[name];
  return Object.entries(choices).flatMap(([key, choice]) => (key === value ? [`${title}: ${choice.title}`] : []));
}
