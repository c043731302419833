import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { commandOf, type CommandId } from '../../commands/commands.ts';
import { CommandButton } from '../../widgets/command-button.tsx';

const tools: readonly CommandId[] = ['selectTool', 'boxSelect', 'lassoSelect', 'rayTool', 'sphereTool', 'movingTool', 'measureTool'];

/** The tools, as a radio group. */
export function ToolStrip({ app }: { app: App }): JSX.Element {
  return (
    <div class="floating tool-strip" role="radiogroup" aria-label="Tools">
      {tools.map((id) => (
        <CommandButton key={id} app={app} id={id} role="radio" checked={commandOf(id).checked?.(app) ?? false} />
      ))}
    </div>
  );
}
