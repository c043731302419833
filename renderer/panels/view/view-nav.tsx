import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { commandOf, type CommandId } from '../../commands/commands.ts';
import { CommandButton } from '../../widgets/command-button.tsx';
import { CameraCard } from './camera-card.tsx';
import { ViewCube } from './view-cube.tsx';

const ids: readonly CommandId[] = ['frameEverything', 'orthographic', 'fly', 'cameraPanel'];

/** The view cube and the commands of the camera, under the bars at the top right, with the card of the camera. */
export function ViewNav({ app }: { app: App }): JSX.Element {
  return (
    <div class="view-nav">
      <ViewCube app={app} />
      <CameraCard app={app} />
      <div class="floating nav-strip" role="group" aria-label="Camera">
        {ids.map((id) => (
          <CommandButton key={id} app={app} id={id} pressed={commandOf(id).checked?.(app)} />
        ))}
      </div>
    </div>
  );
}
