import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { App } from '../../commands/app.ts';
import { showPreview } from '../../commands/change-actions.ts';
import { copyRepairCommand } from '../../commands/copy-command-line.ts';
import { closeDialog } from '../../commands/dialogs.ts';
import { applyRepair, forgetRepaired, previewRepair } from '../../commands/repair-actions.ts';
import { documentLabel } from '../../state/documents/document-label.ts';
import { unitsOf } from '../../state/documents/space-of.ts';
import { givenRepairs, repairFormOf, type RepairForm, whyNoRepair } from '../../state/repair/repair-form.ts';
import type { LoadedMesh, PageDocument } from '../../state/store/records.ts';
import { DialogFrame } from '../../widgets/dialog-frame.tsx';
import { lengthsOf } from '../../panels/properties/scene-lengths.ts';
import { RepairFields } from './repair-fields.tsx';
import { RepairOutcomeView } from './repair-outcome.tsx';

/** Tools > Repair: which repairs to run with which options, what they would change, and the button that makes a repaired copy. */
export function RepairDialog({ app }: { app: App }): JSX.Element | null {
  const document = app.store.activeDocument.value;
  if (app.shell.dialog.value !== 'repair' || document?.mesh == null) return null;
  // A repaired copy becomes active while the dialog is open: that unmounts the form, which closes the dialog.
  return <Dialog key={document.summary.id} app={app} document={document} loaded={document.mesh} />;
}

const raisingNote = 'The result has more findings of a kind than the mesh now. Undo shows the original again.';

function Dialog({ app, document, loaded }: { app: App; document: PageDocument; loaded: LoadedMesh }): JSX.Element {
  const { store, shell } = app;
  const { summary } = document;
  const [form, setForm] = useState<RepairForm>(() => {
    const { repairs, ...purpose } = shell.repairWanted.peek();
    return repairFormOf(loaded, repairs, purpose);
  });
  useEffect(() => {
    if (summary.repair === null && shell.repairWanted.peek().showsOutcome !== true) forgetRepaired(store);
    return () => closeDialog(shell, 'repair');
  }, []);
  const close = (): void => closeDialog(shell, 'repair');
  const whyNot = whyNoRepair(form);
  const isIdle = summary.repair === null && !shell.applyingRepair.value && store.connected.value && whyNot === null;
  const outcome = store.repaired.value;
  const isShown = outcome?.document === summary.id;
  const isCurrent = isShown && JSON.stringify(outcome.options) === JSON.stringify(givenRepairs(form));
  const isRaising = isCurrent && !('problem' in outcome) && outcome.report.raised.length > 0;
  return (
    <DialogFrame title={`Repair ${documentLabel(app.store.documents.value, summary.id)}`} kind="repair" testId="repair" onClose={close}>
      <div class="repair-body">
        <RepairFields app={app} document={summary.id} form={form} lengths={lengthsOf(store, summary.id)} onChange={setForm} />
        <div class="repair-report" tabIndex={0} role="region" aria-label="What changes">
          <RepairOutcomeView outcome={isShown ? outcome : null} isCurrent={isCurrent} units={unitsOf(store, document)} />
        </div>
      </div>
      <footer>
        <div class="repair-state">
          <Running app={app} document={document} />
          {summary.repair === null && (
            <span class={isRaising ? 'warning-text' : 'quiet'}>
              {whyNot ?? (isRaising ? raisingNote : 'The repaired mesh opens as a copy. Undo shows the original again.')}
            </span>
          )}
        </div>
        <button
          type="button"
          class="button"
          data-testid="repair-copy-command"
          title={whyNot ?? 'Copy the command line that writes the repaired mesh'}
          disabled={whyNot !== null}
          onClick={() => copyRepairCommand(app, document, form)}
        >
          Copy command
        </button>
        <button
          type="button"
          class="button"
          data-testid="repair-show"
          title="Closes this dialog and shows what the preview adds, removes and changes in the view"
          disabled={!isIdle || !isCurrent || 'problem' in outcome}
          onClick={() => void showPreview(app, summary.id)}
        >
          Show in view
        </button>
        <button
          type="button"
          class="button"
          data-testid="repair-preview"
          disabled={!isIdle}
          onClick={() => previewRepair(app, summary.id, form)}
        >
          Preview
        </button>
        <button
          type="button"
          class="button primary"
          data-testid="repair-apply"
          disabled={!isIdle}
          onClick={() => void applyRepair(app, summary.id, form)}
        >
          {isRaising ? 'Apply anyway' : 'Apply'}
        </button>
      </footer>
    </DialogFrame>
  );
}

/** The progress of a repair, whichever window started it. */
function Running({ app: { session }, document: { summary } }: { app: App; document: PageDocument }): JSX.Element | null {
  if (summary.repair === null) return null;
  return (
    <span class="bake-running" role="status" data-testid="repair-running">
      Repairing and checking
      <progress class="progress-bar" max={100} value={Math.floor(100 * summary.repair)} aria-label="Repairing" />
      <button type="button" class="button small" data-testid="repair-cancel" onClick={() => void session.cancel(summary.id, 'repair')}>
        Cancel
      </button>
    </span>
  );
}
