import type { JSX } from 'preact';
import { formatsInWords } from '#core/import';
import type { App } from '../../commands/app.ts';
import { commandOf } from '../../commands/commands.ts';
import { runCommand } from '../../commands/keymap.ts';
import { openSample } from '../../commands/sample-actions.ts';
import { sampleSizeText } from '../../text/sample-size-text.ts';
import { RecentList } from './recent-list.tsx';
import { Icon } from '../../widgets/icon.tsx';

/** Groups of samples that show something alone. Those that are halves of an example, or lessons, are in the dialog of all samples. */
const firstGroups: readonly string[] = ['Meshes', 'Scenes'];

/** The first screen: what to drop, and samples to open. */
export function EmptyState({ app }: { app: App }): JSX.Element {
  const { store } = app;
  const coming = store.documents.value.some(({ summary, mesh }) => mesh === null && !['failed', 'cancelled'].includes(summary.phase));
  if (coming) {
    return (
      <div class="empty-state" data-testid="empty">
        <h2>Reading…</h2>
      </div>
    );
  }
  return (
    <div class="empty-state" data-testid="empty">
      <Icon name="drop" large />
      <h2>Drop a mesh here</h2>
      <p>{formatsInWords('or')}. Drop a glTF together with its buffers.</p>
      <button type="button" class="button primary" onClick={() => runCommand(app, 'openFile')}>
        <Icon name="openFile" small />
        Open files…
      </button>
      {store.samples.value.length > 0 && (
        <>
          <p class="quiet">or open a sample</p>
          <div class="sample-buttons">
            {store.samples.value
              .filter(({ group }) => firstGroups.includes(group))
              .map((sample) => (
                <button
                  key={sample.name}
                  type="button"
                  class="button"
                  data-sample={sample.name}
                  onClick={() => void openSample(app, sample)}
                >
                  {sample.title} <span class="quiet">{sampleSizeText(sample)}</span>
                </button>
              ))}
          </div>
          <button
            type="button"
            class="button"
            data-testid="learn"
            title={commandOf('samples').meaning}
            onClick={() => runCommand(app, 'samples')}
          >
            <Icon name="learn" small />
            All samples…
          </button>
        </>
      )}
      <RecentList app={app} />
    </div>
  );
}
