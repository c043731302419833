import type { JSX, TargetedKeyboardEvent } from 'preact';
import type { App } from '../../commands/app.ts';
import { commandOf, type CommandId } from '../../commands/commands.ts';
import { CommandButton } from '../../widgets/command-button.tsx';

const tools: readonly CommandId[] = [
  'selectTool',
  'boxSelect',
  'lassoSelect',
  'rayTool',
  'sphereTool',
  'probeTool',
  'movingTool',
  'measureTool',
];
const switches: readonly CommandId[] = ['sectionPlane', 'clipBox', 'ghost'];

/** The tools, as a radio group that is one stop of the Tab key, and below them what cuts and fades the meshes. */
export function ToolStrip({ app }: { app: App }): JSX.Element {
  const chosen = tools.find((id) => commandOf(id).checked?.(app) === true) ?? null;
  return (
    <div class="tool-strips">
      <div class="floating tool-strip" role="radiogroup" aria-label="Tools" onKeyDown={onKeyDown}>
        {tools.map((id) => (
          <CommandButton key={id} app={app} id={id} role="radio" checked={id === chosen} tabIndex={id === (chosen ?? tools[0]) ? 0 : -1} />
        ))}
      </div>
      <div class="floating tool-strip" role="group" aria-label="Section and ghosts">
        {switches.map((id) => (
          <CommandButton key={id} app={app} id={id} pressed={commandOf(id).checked?.(app) ?? false} />
        ))}
      </div>
    </div>
  );
}

/** Moves the focus to the next tool; Enter or Space chooses it. */
function onKeyDown(event: TargetedKeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  event.stopPropagation();
  const buttons = [...event.currentTarget.querySelectorAll('button')].filter((button) => !button.disabled);
  const at = buttons.findIndex((button) => button === document.activeElement);
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
}
