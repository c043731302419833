import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { projectExtension } from '#host-api';
import type { App } from '../commands/app.ts';
import { closeDialog } from '../commands/dialogs.ts';
import { formatBytes, formatMany } from '../text/format-number.ts';
import { DialogFrame } from '../widgets/dialog-frame.tsx';
import { Segmented } from '../widgets/segmented.tsx';

/** File > Save project: the name, and whether the meshes are embedded. */
export function SaveProjectDialog({ app }: { app: App }): JSX.Element | null {
  return app.shell.dialog.value === 'saveProject' ? <Dialog app={app} /> : null;
}

const choices = [
  { value: 'reference', title: 'By reference', meaning: 'The project stores the paths of its mesh files. It stays small.' },
  { value: 'embedded', title: 'Embedded', meaning: 'The project contains its meshes. It can be opened anywhere.' },
] as const;

function Dialog({ app }: { app: App }): JSX.Element {
  const { store, shell, projects } = app;
  const [name, setName] = useState(() => firstName(app));
  const [meshes, setMeshes] = useState<'reference' | 'embedded'>(() => {
    // A repaired copy has no file that a project could refer to.
    const hasCopy = store.documents.peek().some(({ summary }) => summary.repairOf !== null || summary.colliderOf !== undefined);
    return hasCopy || store.project.peek()?.isEmbedded === true ? 'embedded' : 'reference';
  });
  const close = (): void => closeDialog(shell, 'saveProject');
  const save = (): void => {
    close();
    void projects.save(name.trim(), meshes === 'embedded', true);
  };
  return (
    <DialogFrame title="Save project" kind="project" testId="save-project" onClose={close}>
      <form
        class="project-body"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') save();
        }}
      >
        <label class="setting">
          <span class="label">Name</span>
          <span class="project-name">
            <input
              type="text"
              autofocus
              data-testid="project-name"
              maxLength={200}
              value={name}
              onInput={({ currentTarget }) => setName(currentTarget.value)}
            />
            <span class="quiet">.{projectExtension}</span>
          </span>
        </label>
        <div class="setting">
          <span class="label">Meshes</span>
          <Segmented label="Meshes" value={meshes} choices={choices} onChange={setMeshes} />
        </div>
        <p class="secondary" data-testid="project-note">
          {noteOf(app, meshes)}
        </p>
        <footer>
          <button type="button" class="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="button primary" data-testid="project-save" disabled={name.trim() === ''}>
            Save
          </button>
        </footer>
      </form>
    </DialogFrame>
  );
}

/** The name of the project, else that of the active mesh, without extension. */
function firstName({ store }: App): string {
  const project = store.project.peek()?.name;
  if (project !== undefined) return project.replace(new RegExp(`\\.${projectExtension}$`, 'i'), '');
  const name = store.activeDocument.peek()?.summary.name ?? store.documents.peek()[0]?.summary.name ?? 'project';
  return name.replace(/(?<=.)\.[^.]*$/, '');
}

function noteOf({ store, shell }: App, meshes: 'reference' | 'embedded'): string {
  const documents = store.documents.value.filter(({ mesh }) => mesh !== null).map(({ summary }) => summary);
  const bytes = documents.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const count = formatMany(documents.length, 'mesh', 'meshes');
  // Base64 has four characters for three bytes.
  if (meshes === 'embedded') return `The project contains ${count}, about ${formatBytes((bytes * 4) / 3)}.`;
  const copies = documents.filter(({ repairOf, colliderOf }) => repairOf !== null || colliderOf !== undefined).length;
  const without =
    copies === 0
      ? ''
      : ` ${formatMany(copies, 'copy has', 'copies have')} no file: embed the meshes to keep ${copies === 1 ? 'it' : 'them'}.`;
  const posted = shell.kind === 'browser' && documents.some(({ files }) => files.kind === 'posted');
  const where = posted
    ? 'Dropped files are found next to the project, or as the copies that Boxwood keeps on this machine.'
    : 'A file that changes or moves is reported when the project is opened.';
  return `The project refers to ${count} by path, size and hash. ${where}${without}`;
}
