import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { App } from '../commands/app.ts';
import { closeDialog } from '../commands/dialogs.ts';
import { chooseFiles } from '../host/choose-files.ts';
import { fileSet } from '../state/documents/file-set.ts';
import type { MissingMeshes, SuppliedMesh } from '../state/project/project-state.ts';
import { formatMany } from '../text/format-number.ts';
import { DialogFrame } from '../widgets/dialog-frame.tsx';

/** The meshes of a project that were not found: each can be chosen, and the project opens without the others. */
export function MissingMeshesDialog({ app }: { app: App }): JSX.Element | null {
  const missing = app.store.missingMeshes.value;
  return missing === null ? null : <Dialog key={missing.project} app={app} missing={missing} />;
}

function Dialog({ app, missing }: { app: App; missing: MissingMeshes }): JSX.Element {
  const { shell, projects } = app;
  useEffect(() => {
    shell.dialog.value = 'missingMeshes';
    return () => closeDialog(shell, 'missingMeshes');
  }, []);
  const left = missing.meshes.filter(({ document }) => document === null).length;
  return (
    <DialogFrame
      title={formatMany(left, 'mesh is missing', 'meshes are missing')}
      label="Missing meshes"
      kind="project"
      testId="missing-meshes"
      closing={{ title: 'Open without them (Esc)', label: 'Close' }}
      onClose={() => projects.endMissing()}
    >
      <div class="project-body">
        <p class="secondary">Choose the files of {missing.name}, or open it without them.</p>
        <ul class="missing-list">
          {missing.meshes.map((mesh) => (
            <MissingRow key={mesh.mesh} app={app} mesh={mesh} />
          ))}
        </ul>
        <footer>
          <button type="button" class="button" data-testid="open-without" onClick={() => projects.endMissing()}>
            Open without {left === 1 ? 'it' : 'them'}
          </button>
        </footer>
      </div>
    </DialogFrame>
  );
}

/** A glTF file is chosen together with its buffers. */
function MissingRow({ app, mesh }: { app: App; mesh: SuppliedMesh }): JSX.Element {
  return (
    <li data-missing={mesh.name}>
      <div>
        <b>{mesh.name}</b>
        <div class="quiet">{mesh.document === null ? mesh.why : 'Chosen.'}</div>
      </div>
      {mesh.document === null && (
        <button
          type="button"
          class="button small"
          aria-label={`Choose file… for ${mesh.name}`}
          onClick={() => chooseFiles((files) => void app.projects.supply(mesh.mesh, fileSet(files).files))}
        >
          Choose file…
        </button>
      )}
    </li>
  );
}
