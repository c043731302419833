import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { bakeFormats, missingOfSpace } from '#core/bake';
import type { SourceSpace } from '#core/mesh';
import type { SpaceOptions } from '#core/options';
import { forgetBaked } from '../../commands/actions.ts';
import type { App } from '../../commands/app.ts';
import { bakeTrees, otherTrees, shownTree } from '../../commands/bake-trees.ts';
import { copyExportCommand } from '../../commands/copy-command-line.ts';
import { closeDialog } from '../../commands/dialogs.ts';
import { runExport } from '../../commands/export-actions.ts';
import { SpaceFields } from '../../panels/properties/space-fields.tsx';
import { documentLabel } from '../../state/documents/document-label.ts';
import { spaceOf } from '../../state/documents/space-of.ts';
import { type ExportForm, exportForm, proposedName, writtenForm } from '../../state/export/export-form.ts';
import { documentAsRead, exportPlan, factsMemory, onlyPart } from '../../state/export/export-plan.ts';
import { maxRunNumbers, scopeRuns } from '../../state/export/export-runs.ts';
import type { LoadedMesh, PageDocument } from '../../state/store/records.ts';
import { DialogFrame } from '../../widgets/dialog-frame.tsx';
import { BakeOutcomeView } from '../bake-result.tsx';
import { BakeRunning } from '../bake-running.tsx';
import { ExportFields } from './export-fields.tsx';
import { ExportFormats } from './export-formats.tsx';
import { ExportSummary } from './export-summary.tsx';

/** File > Export: format, parts, unit and axes, and what will be written. An export continues when the dialog is closed. */
export function ExportDialog({ app }: { app: App }): JSX.Element | null {
  const document = documentAsRead(app.store);
  if (app.shell.dialog.value !== 'export' || document?.mesh == null) return null;
  return <Dialog key={document.summary.id} app={app} document={document} loaded={document.mesh} />;
}

interface DialogProps {
  readonly app: App;
  readonly document: PageDocument;
  readonly loaded: LoadedMesh;
}

function Dialog({ app, document, loaded }: DialogProps): JSX.Element {
  const { store, shell } = app;
  const { summary } = document;
  useEffect(() => {
    // The result of an earlier export is in the log.
    if (summary.bake === null) forgetBaked(store);
    // The dialog also closes with its document.
    return () => closeDialog(shell, 'export');
  }, []);
  const close = (): void => closeDialog(shell, 'export');
  const form = shell.exportForm.value ?? exportForm(summary.mesh?.format ?? 'gltf');
  const change = (next: Partial<ExportForm>): void => {
    // The result below belongs to other settings from now on.
    if (summary.bake === null) forgetBaked(store);
    shell.exportForm.value = { ...form, ...next };
  };
  const space = spaceOf(store, document);
  const written = writtenForm(form, space);
  const { plan, name } = useExport(app, document, loaded, written);
  const tree = shownTree(store, document);
  const lacksTree = bakeFormats[form.format].hasTree && tree === null;
  const canRun = summary.bake === null && store.connected.value && !lacksTree && !('problem' in plan);
  return (
    <DialogFrame
      title={`Export ${documentLabel(store.documents.value, summary.id)}`}
      kind="export"
      testId="export"
      manual="export.md"
      onClose={close}
    >
      <div class="export-body">
        <ExportFormats form={form} tree={tree} others={otherTrees(store, document).length} onChange={change} />
        <div class="export-options">
          <ExportFields app={app} document={document} form={form} onChange={change} />
          <fieldset>
            <legend>The coordinates of this document</legend>
            {summary.mesh !== null && (
              <SpaceFields app={app} document={summary.id} space={summary.mesh.space} needed={neededFields(space, written)} />
            )}
          </fieldset>
          <label class="setting export-name">
            <span class="label">File name</span>
            <input
              type="text"
              spellcheck={false}
              data-testid="export-name"
              value={name}
              onInput={(event) => change({ name: event.currentTarget.value === '' ? null : event.currentTarget.value })}
            />
          </label>
        </div>
        <div class="export-report">
          <ExportSummary app={app} document={document} form={written} plan={plan} lacksTree={lacksTree} />
          {store.baked.value?.document === summary.id && <Outcome app={app} />}
        </div>
      </div>
      <Footer {...{ app, document, loaded }} form={written} name={name} canCopy={!('problem' in plan)} canRun={canRun} onClose={close} />
    </DialogFrame>
  );
}

/** The result of an export. Once it arrives it is scrolled into sight: it can be below what the dialog shows. */
function Outcome({ app }: { app: App }): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={box}>
      <BakeOutcomeView app={app} what="Export" />
    </div>
  );
}

interface FooterProps extends DialogProps {
  readonly form: ExportForm;
  readonly name: string;
  readonly canCopy: boolean;
  readonly canRun: boolean;
  readonly onClose: () => void;
}

function Footer({ app, document, form, name, canCopy, canRun, onClose }: FooterProps): JSX.Element {
  return (
    <footer>
      <BakeRunning app={app} document={document} />
      <button
        type="button"
        class="button"
        data-testid="export-copy-command"
        title="Copy the boxwood export command that writes the same file"
        disabled={!canCopy}
        onClick={() => copyExportCommand(app, document, form, name)}
      >
        Copy command
      </button>
      <button type="button" class="button" onClick={onClose}>
        Close
      </button>
      <button
        type="button"
        class="button primary"
        data-testid="export-run"
        disabled={!canRun}
        onClick={() => runExport(app, document, form, name)}
      >
        Export
      </button>
    </footer>
  );
}

const fieldOf = { unit: 'unit', 'up axis': 'up', handedness: 'handedness' } as const;

/** The fields of the document without which the chosen unit and axes cannot be computed. */
function neededFields(space: SourceSpace, { options }: ExportForm): readonly (keyof SpaceOptions)[] {
  return missingOfSpace(space, options).map((name) => fieldOf[name]);
}

/** What the form would write, and the name of the file. */
function useExport({ store }: App, document: PageDocument, { mesh }: LoadedMesh, form: ExportForm) {
  const factsOf = useMemo(factsMemory, []);
  const scope = scopeRuns(store, document, form.scope);
  const facts = scope === null ? null : factsOf(mesh, scope.runs);
  const trees = bakeTrees(store, document, form);
  const plan =
    scope === null || facts === null
      ? { problem: form.scope === 'visible' ? 'Nothing of this document is visible.' : 'Select parts or triangles of this document.' }
      : scope.runs !== null && scope.runs.length > maxRunNumbers
        ? { problem: 'The selection has too many separate groups of triangles. Select whole parts, or export all.' }
        : exportPlan({ mesh, space: spaceOf(store, document), form, runs: scope.runs, facts, trees });
  const part = scope === null || facts === null ? null : onlyPart(mesh, scope.runs, facts);
  return { plan, name: form.name ?? proposedName(document.summary.name, form.format, part) };
}
