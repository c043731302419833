import type { JSX } from 'preact';
import type { SampleSummary } from '#host-api';
import type { App } from '../commands/app.ts';
import { closeDialog } from '../commands/dialogs.ts';
import { openSample } from '../commands/sample-actions.ts';
import { sampleSizeText } from '../text/sample-size-text.ts';
import { DialogFrame } from '../widgets/dialog-frame.tsx';

/** File > Samples: all samples by group, each with what it shows. */
export function SamplesDialog({ app }: { app: App }): JSX.Element | null {
  return app.shell.dialog.value === 'samples' ? <Dialog app={app} /> : null;
}

function Dialog({ app }: { app: App }): JSX.Element {
  const close = (): void => closeDialog(app.shell, 'samples');
  const samples = app.store.samples.value;
  const groups = [...new Set(samples.map(({ group }) => group))];
  return (
    <DialogFrame title="Samples" kind="samples" testId="samples" onClose={close}>
      <div class="samples-body" tabIndex={0} role="group" aria-label="Samples by group">
        <div class="samples-columns">
          {groups.map((group) => (
            <section key={group}>
              <h3>{group}</h3>
              {samples
                .filter((sample) => sample.group === group)
                .map((sample) => (
                  <SampleRow key={sample.name} app={app} sample={sample} />
                ))}
            </section>
          ))}
        </div>
      </div>
    </DialogFrame>
  );
}

function SampleRow({ app, sample }: { app: App; sample: SampleSummary }): JSX.Element {
  const open = (): void => {
    closeDialog(app.shell, 'samples');
    void openSample(app, sample);
  };
  return (
    <button type="button" class="sample-row" data-sample={sample.name} onClick={open}>
      <b>{sample.title}</b>
      <span class="quiet">{sampleSizeText(sample)}</span>
      {sample.lesson !== undefined && <span class="secondary">{sample.lesson.text}</span>}
    </button>
  );
}
