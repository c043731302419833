import type { JSX } from 'preact';
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

/** The tools, as a radio group, and below them what cuts and fades the meshes. */
export function ToolStrip({ app }: { app: App }): JSX.Element {
  return (
    <div class="tool-strips">
      <div class="floating tool-strip" role="radiogroup" aria-label="Tools">
        {tools.map((id) => (
          <CommandButton key={id} app={app} id={id} role="radio" checked={commandOf(id).checked?.(app) ?? false} />
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
