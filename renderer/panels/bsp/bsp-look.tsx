import type { JSX } from 'preact';
import type { BspPicture } from '#core/bsp';
import type { App } from '../../commands/app.ts';
import { setBspLook } from '../../commands/bsp-actions.ts';
import { bspCellChoices, type BspCellChoice, drawnLeaves, type SeenCells } from '../../state/bsp/bsp-state.ts';
import { formatCount, formatMany } from '../../text/format-number.ts';
import { NumberField } from '../../widgets/number-field.tsx';
import { Segmented } from '../../widgets/segmented.tsx';
import { Switch } from '../display/setting-parts.tsx';

const maxExplode = 2;

/** What is drawn of a BSP tree. */
export function BspLookFields({ app: { store }, picture }: { app: App; picture: BspPicture }): JSX.Element {
  const { look, seen } = store.bsp.value;
  return (
    <section class="bsp-look" aria-label="Drawn parts of the BSP tree">
      <div class="option-row">
        <span class="label">Leaves</span>
        <Segmented
          label="Leaves"
          value={look.cells}
          choices={(Object.keys(bspCellChoices) as BspCellChoice[]).map((value) => ({ value, ...bspCellChoices[value] }))}
          onChange={(cells) => setBspLook(store, { cells })}
        />
      </div>
      <p class="quiet" data-testid="bsp-drawn">
        {drawnText(picture, look.cells, seen)}
      </p>
      <Slider
        label="Exploded view"
        value={look.explode}
        max={maxExplode}
        step={0.05}
        testId="bsp-explode"
        onChange={(explode) => setBspLook(store, { explode })}
      />
      <Planes store={store} picture={picture} depth={look.planeDepth} />
      <div class="bsp-switches">
        <Switch
          label={`Portals, ${formatCount(picture.portalLeaves.length / 2)}`}
          meaning="Outline the openings between empty cells"
          isOn={look.portals}
          testId="bsp-portals"
          onChange={(portals) => setBspLook(store, { portals })}
        />
        <Switch
          label="Mesh"
          meaning="Draw the mesh together with the leaves"
          isOn={look.mesh}
          testId="bsp-mesh"
          onChange={(mesh) => setBspLook(store, { mesh })}
        />
      </div>
    </section>
  );
}

/** The planes of the nodes of one depth. */
function Planes({ store, picture: { depths }, depth }: { store: App['store']; picture: BspPicture; depth: number | null }): JSX.Element {
  const deepest = depths.reduce((max, value) => Math.max(max, value), 0);
  const count = depths.reduce((sum, value) => sum + (value === depth ? 1 : 0), 0);
  return (
    <>
      <Switch
        label={depth === null ? 'Planes of a depth' : `Planes of depth ${formatCount(depth)}: ${formatCount(count)}`}
        meaning="Draw the polygons in which the planes of the nodes of one depth split their regions"
        isOn={depth !== null}
        testId="bsp-planes"
        onChange={(isOn) => setBspLook(store, { planeDepth: isOn ? 0 : null })}
      />
      {depth !== null && (
        <Slider
          label="Depth"
          value={depth}
          max={deepest}
          step={1}
          testId="bsp-depth"
          onChange={(planeDepth) => setBspLook(store, { planeDepth })}
        />
      )}
    </>
  );
}

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly step: number;
  readonly testId: string;
  readonly onChange: (value: number) => void;
}

/** A number that can be typed and dragged. */
function Slider({ label, value, max, step, testId, onChange }: SliderProps): JSX.Element {
  return (
    <div class="option-row bsp-slider">
      <NumberField
        label={label}
        caption={label}
        isHalf
        value={value}
        min={0}
        max={max}
        initial={0}
        integer={step === 1}
        step={step}
        testId={`${testId}-field`}
        onCommit={onChange}
      />
      <input
        class="slider"
        type="range"
        aria-label={label}
        min={0}
        max={max}
        step={step}
        value={value}
        data-testid={testId}
        onInput={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}

function drawnText(picture: BspPicture, choice: BspCellChoice, seen: SeenCells | null): string {
  const { leaves, count } = drawnLeaves(picture, choice, seen);
  if (choice === 'none') return 'No leaves are drawn';
  if (choice === 'visible' && seen === null) return 'Select Look from start below';
  const what = { solid: 'solid leaf', enclosed: 'enclosed cell', empty: 'empty cell', visible: 'visible cell' }[choice];
  const plural = { solid: 'solid leaves', enclosed: 'enclosed cells', empty: 'empty cells', visible: 'visible cells' }[choice];
  if (leaves.length < count) return `The largest ${formatCount(leaves.length)} of ${formatMany(count, what, plural)}`;
  return formatMany(count, what, plural);
}
