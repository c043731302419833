import type { JSX } from 'preact';
import { repairs } from '#core/health';
import type { App } from '../../commands/app.ts';
import { shortcutOf } from '../../commands/keymap.ts';
import { dismissLesson, nextLesson, openSample, repairLesson, showLesson, stageOf } from '../../commands/sample-actions.ts';
import { noFindings } from '../../state/health/health-query.ts';
import type { Lesson } from '../../state/store/store.ts';
import { formatMany } from '../../text/format-number.ts';
import { Icon } from '../../widgets/icon.tsx';

/** What the open sample teaches, over the view: what there is to see, the repair, and the next sample. */
export function LessonCard({ app }: { app: App }): JSX.Element | null {
  const { store } = app;
  const lesson = store.lesson.value;
  const stage = lesson === null ? null : stageOf(store, lesson);
  if (lesson === null || stage === null) return null;
  const next = nextLesson(store, lesson);
  return (
    <section class="notice lesson" aria-label={`Sample: ${lesson.sample.title}`} data-testid="lesson" data-stage={stage}>
      <h2>
        <Icon name="learn" small />
        {lesson.sample.title}
      </h2>
      <button type="button" class="icon-button" title="Close the note" aria-label="Close the note" onClick={() => dismissLesson(store)}>
        <Icon name="close" small />
      </button>
      <p>{stage === 'defect' ? lesson.sample.lesson.text : repairedText(app)}</p>
      <div class="actions">
        {stage === 'defect' && <DefectButtons app={app} lesson={lesson} />}
        {next !== null && (
          <button
            type="button"
            class="button small"
            data-testid="next-lesson"
            data-sample={next.name}
            onClick={() => void openSample(app, next)}
          >
            Next: {next.title}
          </button>
        )}
      </div>
    </section>
  );
}

function DefectButtons({ app, lesson }: { app: App; lesson: Lesson }): JSX.Element {
  const names = lesson.sample.lesson.repairs ?? [];
  const titles = repairs.filter(({ name }) => names.includes(name)).map(({ title }) => title);
  return (
    <>
      {titles.length > 0 && (
        <button
          type="button"
          class="button small primary"
          data-testid="repair-lesson"
          disabled={!app.store.connected.value}
          onClick={() => repairLesson(app, lesson)}
        >
          <Icon name="repair" small />
          {titles.join(', ')}…
        </button>
      )}
      <button type="button" class="button small" title="Selects and frames the finding" onClick={() => showLesson(app)}>
        Show finding
      </button>
    </>
  );
}

/** What is left after the repair, as soon as the copy is checked. */
function repairedText({ store }: App): string {
  const id = store.activeDocument.value?.summary.id ?? -1;
  if (store.health.value.get(id)?.outcome == null) return 'The repaired copy is being checked.';
  const { list } = store.findings.value.get(id) ?? noFindings;
  const left =
    list.length === 0 ? 'The copy has no findings.' : `The copy still has ${formatMany(list.length, 'finding')}: ${titlesOf(list)}.`;
  const key = shortcutOf('showOtherOfRepair');
  return `Repaired. ${left} ${key === null ? 'Before/after repair in the Tools menu' : key} shows the mesh before and after.`;
}

function titlesOf(list: readonly { readonly title: string }[]): string {
  return list.map(({ title }) => title.toLowerCase()).join(', ');
}
