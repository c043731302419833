import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import type { CommandId } from '../../commands/commands.ts';
import { runCommand, shortcutOf } from '../../commands/keymap.ts';
import { hiddenSummary } from '../../state/visibility/hidden-summary.ts';
import { commandTip } from '../../widgets/command-button.tsx';

/** How much of the shown meshes is hidden, with a button that shows it; nothing while all of them is in the view. */
export function HiddenBar({ app }: { app: App }): JSX.Element | null {
  const text = hiddenSummary(app.store);
  if (text === null) return null;
  const isIsolated = app.store.scene.value.isolated !== null;
  return (
    <div class="hidden-row">
      <div class="notice line hidden-bar" data-testid="hidden-bar">
        <span class="text" title={text}>
          {isIsolated ? 'Isolated: ' : ''}
          {text}
        </span>
        {isIsolated && <KeyedButton app={app} id="isolate" title="End isolation" />}
        <KeyedButton app={app} id="showAll" title="Show all" />
      </div>
    </div>
  );
}

function KeyedButton({ app, id, title }: { app: App; id: CommandId; title: string }): JSX.Element {
  return (
    <button type="button" class="button small" title={commandTip(id)} onClick={() => runCommand(app, id)}>
      {title}
      {(shortcutOf(id)?.split(' ') ?? []).map((key) => (
        <kbd key={key} aria-hidden="true">
          {key}
        </kbd>
      ))}
    </button>
  );
}
