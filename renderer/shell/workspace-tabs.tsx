import type { JSX, TargetedKeyboardEvent } from 'preact';
import type { App } from '../commands/app.ts';
import { workspaceNames, workspaces } from './dock/workspaces.ts';

/** The workspaces in the middle of the menu bar, one stop of the Tab key: arrow keys, Home and End move between them. */
export function WorkspaceTabs({ app: { shell } }: { app: App }): JSX.Element {
  const active = shell.workspace.value;
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const to = indexAfter(event.key, workspaceNames.indexOf(active), workspaceNames.length);
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

function indexAfter(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowLeft':
      return (index + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
