import type { JSX } from 'preact';
import { previewDisplay, revertPreview, setDisplay } from '../../commands/actions.ts';
import type { App } from '../../commands/app.ts';
import { setColouring } from '../../commands/section-commands.ts';
import { colourings, type ColourBy } from '../../state/colour/colour-by.ts';
import { formatNumber } from '../../text/format-number.ts';
import { NumberField } from '../../widgets/number-field.tsx';
import { Select } from '../../widgets/select.tsx';
import { CommandSwitch } from './setting-parts.tsx';

/** What colours show, the opacity of colliders, and ghosts. */
export function ColourSettings({ app }: { app: App }): JSX.Element {
  const { store } = app;
  const { colourBy, walkableDegrees, colliderOpacity } = store.scene.value.display;
  const choices = Object.entries(colourings).map(([value, texts]) => ({ value, ...texts }));
  return (
    <>
      <div class="setting" title={colourings[colourBy].meaning}>
        <span class="label">Colour by</span>
        <Select
          label="Colour by"
          value={colourBy}
          choices={choices}
          testId="colour-by"
          onChange={(by) => setColouring(app, by as ColourBy)}
        />
      </div>
      {colourBy === 'facing' && (
        <div class="setting">
          <NumberField
            label="Walkable limit"
            caption="Walkable, °"
            isHalf
            coarseStep={15}
            meaning="Steepest slope that counts as walkable, degrees from the horizontal"
            value={walkableDegrees}
            min={0}
            max={90}
            step={1}
            initial={45}
            testId="walkable"
            onPreview={(value) => previewDisplay(store, { walkableDegrees: value })}
            onCommit={(value) => setDisplay(store, `Walkable up to ${formatNumber(value)}°`, { walkableDegrees: value })}
            onRevert={() => revertPreview(store)}
          />
        </div>
      )}
      <div class="setting">
        <NumberField
          label="Opacity of colliders"
          caption="Colliders, %"
          isHalf
          meaning="Opacity of colliders over rendered parts, in percent"
          value={Math.round(100 * colliderOpacity)}
          min={0}
          max={100}
          step={5}
          initial={45}
          testId="collider-opacity"
          onPreview={(value) => previewDisplay(store, { colliderOpacity: value / 100 })}
          onCommit={(value) => setDisplay(store, `Colliders ${formatNumber(value)} %`, { colliderOpacity: value / 100 })}
          onRevert={() => revertPreview(store)}
        />
      </div>
      <CommandSwitch app={app} id="ghost" />
    </>
  );
}
