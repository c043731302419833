import type { JSX, TargetedKeyboardEvent } from 'preact';
import type { App } from '../commands/app.ts';
import { workspaceNames, workspaces } from './dock/workspaces.ts';
import { tabAfter } from './tab-after.ts';

/**
 * The workspaces in the middle of the menu bar, one stop of the Tab key: arrow keys, Home and End move between them. Where the bar has no room
 * for all, as with large text, they are a list to choose from.
 */
export function WorkspaceTabs({ app }: { app: App }): JSX.Element {
  const active = app.shell.workspace.value;
  return (
    <>
      <Tabs app={app} />
      <select
        class="workspace-choice"
        aria-label="Workspace"
        title={workspaces[active].meaning}
        data-testid="workspace-choice"
        value={active}
        onChange={(event) => showNamed(app, event.currentTarget.value)}
      >
        {workspaceNames.map((name) => (
          <option key={name} value={name} title={workspaces[name].meaning}>
            {workspaces[name].title}
          </option>
        ))}
      </select>
    </>
  );
}

function showNamed({ shell }: App, chosen: string): void {
  const name = workspaceNames.find((one) => one === chosen);
  if (name !== undefined) shell.showWorkspace(name);
}

function Tabs({ app: { shell } }: { app: App }): JSX.Element {
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
