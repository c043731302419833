import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { App } from '../commands/app.ts';
import { closeDialog } from '../commands/dialogs.ts';
import type { OtherMeshesChoice } from '../state/project/project-state.ts';
import { formatMany } from '../text/format-number.ts';
import { DialogFrame } from '../widgets/dialog-frame.tsx';

/** Lets the user choose whether the open meshes that do not belong to a project are closed when it opens. */
export function OpenProjectDialog({ app }: { app: App }): JSX.Element | null {
  const choice = app.store.otherMeshes.value;
  return choice === null ? null : <Dialog app={app} choice={choice} />;
}

/** More names than this are counted. */
const maxNames = 6;

function Dialog({ app: { shell }, choice }: { app: App; choice: OtherMeshesChoice }): JSX.Element {
  const { name, others, choose } = choice;
  useEffect(() => {
    shell.dialog.value = 'otherMeshes';
    return () => closeDialog(shell, 'otherMeshes');
  }, []);
  const rest = others.length - maxNames;
  const cancel = (): void => choose('cancel');
  return (
    <DialogFrame
      title={`Open ${name}`}
      label="Open project"
      kind="project"
      testId="open-project"
      closing={{ title: 'Cancel (Esc)', label: 'Cancel' }}
      onClose={cancel}
    >
      <div class="project-body">
        <p class="secondary">
          {formatMany(others.length, 'open mesh does not belong to this project.', 'open meshes do not belong to this project.')} A closed
          mesh is not restored by undo.
        </p>
        <ul class="missing-list">
          {others.slice(0, maxNames).map((other, i) => (
            <li key={i}>{other}</li>
          ))}
          {rest > 0 && <li class="quiet">and {rest} more</li>}
        </ul>
        <footer>
          <button type="button" class="button" data-testid="open-cancel" onClick={cancel}>
            Cancel
          </button>
          <button type="button" class="button" data-testid="open-close" onClick={() => choose('close')}>
            Close other meshes
          </button>
          <button type="button" class="button primary" data-testid="open-keep" autofocus onClick={() => choose('keep')}>
            Keep {others.length === 1 ? 'it' : 'them'} open
          </button>
        </footer>
      </div>
    </DialogFrame>
  );
}
