import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { setShading } from '../../commands/actions.ts';
import { commandOf } from '../../commands/commands.ts';
import type { Shading } from '../../state/store/records.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { Segmented } from '../../widgets/segmented.tsx';

const shadings: readonly Shading[] = ['shaded', 'wire', 'xray'];

export function ShadingBar({ app }: { app: App }): JSX.Element {
  return (
    <div class="floating view-bar shading-bar">
      <Segmented
        label="Shading"
        value={app.store.scene.value.display.shading}
        choices={shadings.map((value) => ({
          value,
          title: commandOf(value).title,
          meaning: commandTip(value),
          icon: commandOf(value).icon,
        }))}
        onChange={(shading) => setShading(app.store, shading)}
      />
    </div>
  );
}
