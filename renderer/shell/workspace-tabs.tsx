import type { JSX, TargetedKeyboardEvent } from 'preact';
import type { App } from '../commands/app.ts';
import { workspaceNames, workspaces } from './dock/workspaces.ts';
import { tabAfter } from './tab-after.ts';

/** The workspaces in the middle of the menu bar, one stop of the Tab key: arrow keys, Home and End move between them. */
export function WorkspaceTabs({ app: { shell } }: { app: App }): JSX.Element {
  const active = shell.workspace.value;
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const to = tabAfter(event.key, workspaceNames.indexOf(active), workspaceNames.length);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    shell.showWorkspace(workspaceNames[to]!);
    event.currentTarget.querySelectorAll('button')[to]?.focus();
  };
  return (
    <div class="workspaces" role="radiogroup" aria-label="Workspace" data-testid="workspaces" onKeyDown={onKeyDown}>
      {workspaceNames.map((name) => (
        <button
          key={name}
          type="button"
          role="radio"
          aria-checked={name === active}
          tabIndex={name === active ? 0 : -1}
          title={workspaces[name].meaning}
          data-workspace={name}
          onClick={() => shell.showWorkspace(name)}
        >
          {workspaces[name].title}
        </button>
      ))}
    </div>
  );
}
