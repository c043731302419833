import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { App } from '../commands/app.ts';
import { setPictureOptions } from '../commands/camera-actions.ts';
import { closeDialog } from '../commands/dialogs.ts';
import { forgetTurnOutcome, saveTurntable, wantTurnSample } from '../commands/turntable-actions.ts';
import { TurntableField } from '../panels/view/turntable-settings.tsx';
import type { PictureOptions } from '../state/camera/picture.ts';
import { estimatedBytes } from '../state/camera/turntable.ts';
import { formatBytes, formatCount, formatNumber } from '../text/format-number.ts';
import { DialogFrame } from '../widgets/dialog-frame.tsx';
import { Segmented } from '../widgets/segmented.tsx';

/** View > Save turntable: number and size of the pictures, then their progress, then what was saved. */
export function TurntableDialog({ app }: { app: App }): JSX.Element | null {
  return app.shell.dialog.value === 'saveTurntable' ? <Dialog app={app} /> : null;
}

const scales = ([1, 2, 4] as const).map((scale) => ({
  value: `${scale}` as const,
  title: `${scale}×`,
  meaning: scale === 1 ? 'As many pixels as on the screen' : `${scale} times as many pixels along a side as on the screen`,
}));

function Dialog({ app }: { app: App }): JSX.Element {
  const { store, shell } = app;
  const outcome = store.turnOutcome.value;
  const isSaving = outcome === null && store.turnSaving.value !== null;
  useEffect(() => {
    return () => forgetTurnOutcome(store);
  }, []);
  const close = (): void => closeDialog(shell, 'saveTurntable');
  return (
    <DialogFrame title="Save turntable" kind="project" testId="turntable-dialog" onClose={close}>
      <div class="project-body">
        {outcome === null && !isSaving && <Settings app={app} onSave={() => saveTurntable(app)} onClose={close} />}
        {isSaving && <Saving app={app} onClose={close} />}
        {outcome !== null && (
          <>
            <p class={outcome.isError ? 'warning-text' : undefined} role="status" data-testid="turntable-end">
              {outcome.text}
            </p>
            <footer>
              <button type="button" class="button" onClick={() => forgetTurnOutcome(store)}>
                Save another
              </button>
              <button type="button" class="button primary" data-testid="turntable-close" autofocus onClick={close}>
                Close
              </button>
            </footer>
          </>
        )}
      </div>
    </DialogFrame>
  );
}

interface SettingsProps {
  readonly app: App;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

function Settings({ app, onSave, onClose }: SettingsProps): JSX.Element {
  const { store } = app;
  const { scale } = store.pictureOptions.value;
  const { pictures } = store.turntable.value;
  const view = store.viewCamera.value;
  const sample = store.turnSample.value.bytes;
  useEffect(() => {
    wantTurnSample(store, true);
    return () => wantTurnSample(store, false);
  }, []);
  const ratio = scale * devicePixelRatio;
  const size = view === null ? null : { width: Math.round(view.width * ratio), height: Math.round(view.height * ratio) };
  return (
    <form
      class="project-fields"
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <div class="setting">
        <span class="label">Pictures</span>
        <TurntableField app={app} label="Pictures" name="pictures" meaning={`One every ${formatNumber(360 / pictures, 3)}°`} isOfDialog />
      </div>
      <div class="setting">
        <span class="label">Size</span>
        <Segmented
          label="Size of the pictures"
          value={`${scale}`}
          choices={scales}
          onChange={(value) => setPictureOptions(store, { scale: Number(value) as PictureOptions['scale'] })}
        />
      </div>
      <p class="secondary" data-testid="turntable-estimate">
        {formatCount(pictures)} PNG pictures, one every {formatNumber(360 / pictures, 3)}°
        {size !== null &&
          `, each ${formatCount(size.width)} × ${formatCount(size.height)} pixels${sample === null ? '' : `: about ${formatBytes(estimatedBytes(pictures, sample, scale))} in one ZIP file`}`}
        . What the pointer is on is not part of them.
      </p>
      <footer>
        <button type="button" class="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" class="button primary" data-testid="turntable-save" autofocus>
          Save
        </button>
      </footer>
    </form>
  );
}

function Saving({ app: { store }, onClose }: { app: App; onClose: () => void }): JSX.Element {
  const saving = store.turnSaving.value;
  const [done, pictures] = saving === null ? [0, 1] : [saving.done, saving.pictures];
  const bytes = saving === null || done === 0 ? null : (saving.bytes / done) * pictures;
  return (
    <>
      <p role="status" data-testid="turntable-progress">
        {saving === null ? 'Starting' : `Picture ${formatCount(Math.min(done + 1, pictures))} of ${formatCount(pictures)}`}
        {bytes !== null && `, about ${formatBytes(bytes)} in all`}
      </p>
      <progress class="progress-bar" max={100} value={Math.floor((100 * done) / pictures)} aria-label="Saving the turntable" />
      <footer>
        <button type="button" class="button" title="Saving goes on; the status bar shows its progress" onClick={onClose}>
          Continue in background
        </button>
        <button type="button" class="button" data-testid="turntable-cancel" disabled={saving === null} onClick={() => saving?.cancel()}>
          Cancel
        </button>
      </footer>
    </>
  );
}
