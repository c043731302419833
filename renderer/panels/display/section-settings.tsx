import type { JSX } from 'preact';
import type { Bounds } from '#core/mesh';
import { dot, type Vec3 } from '#core/math';
import { revertPreview } from '../../commands/actions.ts';
import type { App } from '../../commands/app.ts';
import {
  alignSection,
  boxAroundAll,
  boxAroundSelection,
  flipSection,
  previewSection,
  sectionThroughSelection,
  setSection,
  snapSection,
} from '../../commands/section-actions.ts';
import type { SectionFace } from '../../state/section/document-sections.ts';
import { withNormal, withOffset, type PlaneCut, type SectionViews } from '../../state/section/section.ts';
import { withShortcut } from '../../commands/keymap.ts';
import { shownSecond } from '../../state/store/scene-edits.ts';
import type { Store } from '../../state/store/store.ts';
import { formatMany, formatNumber } from '../../text/format-number.ts';
import { lengthLabel } from '../../text/shown-unit.ts';
import { Segmented } from '../../widgets/segmented.tsx';
import { LengthInput } from '../length-input.tsx';
import { Facts } from '../properties/facts.tsx';
import { LengthText, MeasureText } from '../properties/length-text.tsx';
import { worldLengths } from '../properties/scene-lengths.ts';
import { VectorField } from '../properties/vector-field.tsx';
import { CommandSwitch, SmallButton, Switch } from './setting-parts.tsx';

/** The section plane: its position and direction as numbers, and the outlines of the active mesh. */
export function PlaneSettings({ app }: { app: App }): JSX.Element {
  const { store } = app;
  const { plane } = store.scene.value.display.section;
  return (
    <>
      <CommandSwitch app={app} id="sectionPlane" />
      {plane.isOn && (
        <>
          <PlaneFields store={store} plane={plane} />
          <PlaneButtons app={app} />
          <OutlineFacts store={store} />
        </>
      )}
    </>
  );
}

function PlaneFields({ store, plane }: { store: Store; plane: PlaneCut }): JSX.Element {
  const lengths = worldLengths(store);
  const change = (title: string, next: PlaneCut | null): void => {
    if (next !== null) setSection(store, `Section plane: ${title}`, { plane: next });
    else revertPreview(store);
  };
  const preview = (next: PlaneCut | null): void => {
    if (next !== null) previewSection(store, { plane: next });
  };
  const onRevert = (): void => revertPreview(store);
  return (
    <>
      <VectorField
        label="Point"
        lengths={lengths}
        values={plane.point}
        testId="section-point"
        onPreview={(point) => preview({ ...plane, point })}
        onCommit={(title, point) => change(title.toLowerCase(), { ...plane, point })}
        onRevert={onRevert}
      />
      <VectorField
        label="Normal"
        values={plane.normal}
        isDirection
        step={0.01}
        testId="section-normal"
        onPreview={(normal) => preview(withNormal(plane, normal))}
        onCommit={(title, normal) => change(title.toLowerCase(), withNormal(plane, normal))}
        onRevert={onRevert}
      />
      <div class="setting">
        <LengthInput
          label="Offset"
          caption={lengthLabel('Offset', lengths.units)}
          isHalf
          {...lengths}
          meaning="Distance of the plane from the origin along its normal"
          value={dot(plane.normal, plane.point)}
          testId="section-offset"
          onPreview={(offset) => preview(withOffset(plane, offset))}
          onCommit={(offset, shown) => change(`offset ${formatNumber(shown)}`, withOffset(plane, offset))}
          onRevert={onRevert}
        />
      </div>
    </>
  );
}

function PlaneButtons({ app: { store } }: { app: App }): JSX.Element {
  const { selection } = store.scene.value;
  const hasSelection = selection !== null && selection.kind !== 'document';
  return (
    <div class="button-row">
      <SmallButton
        text="Flip"
        meaning={withShortcut('Show the other half', 'flipSection')}
        testId="section-flip"
        onClick={() => flipSection(store)}
      />
      {([0, 1, 2] as const).map((axis) => (
        <SmallButton
          key={axis}
          text={'XYZ'[axis]!}
          meaning={`Set the normal to the ${'XYZ'[axis]} axis`}
          testId={`section-axis-${'xyz'[axis]}`}
          onClick={() => snapSection(store, axis)}
        />
      ))}
      <SmallButton text="To view" meaning="Make the plane face the camera" testId="section-align" onClick={() => alignSection(store)} />
      <SmallButton
        text="Through selection"
        meaning={hasSelection ? 'Move the plane to the middle of the selection' : 'Select a part, a node, a triangle or a hit first'}
        testId="section-through"
        disabled={!hasSelection}
        onClick={() => sectionThroughSelection(store)}
      />
    </div>
  );
}

/** Outlines of the visible parts of the active mesh in the section plane: how many, how long, and the area inside. */
function OutlineFacts({ store }: { store: Store }): JSX.Element | null {
  const { activeDocument } = store.scene.value;
  const face = activeDocument === null ? undefined : store.sections.value.get(activeDocument)?.find(({ isPlane }) => isPlane);
  if (face === undefined) return null;
  const { closed, open, length, area, isWhole } = outlineFacts(face);
  const lengths = worldLengths(store);
  const { units } = lengths;
  return (
    <div data-testid="section-facts">
      <Facts
        facts={[
          ['Outlines', `${formatMany(closed, 'closed', 'closed')}${open === 0 ? '' : `, ${formatMany(open, 'open', 'open')}`}`],
          [lengthLabel('Length', units), <LengthText value={length} lengths={lengths} />],
          [
            lengthLabel('Cut area', units, 2),
            <span
              title={
                isWhole ? 'Inside of all outlines, by winding. Solids that overlap count each.' : 'Only of closed outlines with one winding'
              }
            >
              {isWhole ? '' : 'at least '}
              <MeasureText value={area} units={units} power={2} />
            </span>,
          ],
        ]}
      />
    </div>
  );
}

interface Outlines {
  readonly closed: number;
  readonly open: number;
  readonly length: number;
  readonly area: number;
  /** Whether every outline has an area. */
  readonly isWhole: boolean;
}

export function outlineFacts({ rendered, colliders }: Pick<SectionFace, 'rendered' | 'colliders'>): Outlines {
  const all = [rendered, colliders];
  const closed = all.reduce((sum, curves) => sum + curves.closed.reduce((count, isClosed) => count + isClosed, 0), 0);
  const curves = all.reduce((sum, { closed: flags }) => sum + flags.length, 0);
  const areas = all.flatMap((one) => [...one.areas]);
  return {
    closed,
    open: curves - closed,
    length: all.reduce((sum, { lengths }) => sum + lengths.reduce((total, value) => total + value, 0), 0),
    area: areas.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : value), 0),
    isWhole: areas.every((value) => !Number.isNaN(value)),
  };
}

export function ClipBoxSettings({ app }: { app: App }): JSX.Element {
  const { store } = app;
  const { box } = store.scene.value.display.section;
  const { selection } = store.scene.value;
  const hasSelection = selection !== null && selection.kind !== 'document';
  return (
    <>
      <CommandSwitch app={app} id="clipBox" />
      {box.isOn && (
        <>
          {(['min', 'max'] as const).map((side) => (
            <BoxField key={side} store={store} side={side} box={box} />
          ))}
          <div class="button-row">
            <SmallButton
              text="Around selection"
              meaning={hasSelection ? 'Set the box around the selection' : 'Select a part, a node or a triangle first'}
              testId="box-selection"
              disabled={!hasSelection}
              onClick={() => boxAroundSelection(store)}
            />
            <SmallButton
              text="Around all"
              meaning="Set the box around all visible meshes"
              testId="box-all"
              onClick={() => boxAroundAll(store)}
            />
          </div>
        </>
      )}
    </>
  );
}

function BoxField({ store, side, box }: { store: Store; side: 'min' | 'max'; box: Bounds & { readonly isOn: boolean } }): JSX.Element {
  // A corner beyond the other one would leave nothing.
  const ordered = (corner: Vec3): Vec3 => {
    const limit = (axis: 0 | 1 | 2): number =>
      side === 'min' ? Math.min(corner[axis], box.max[axis]) : Math.max(corner[axis], box.min[axis]);
    return [limit(0), limit(1), limit(2)];
  };
  return (
    <VectorField
      label={side === 'min' ? 'Min' : 'Max'}
      lengths={worldLengths(store)}
      values={box[side]}
      testId={`box-${side}`}
      onPreview={(corner) => previewSection(store, { box: { ...box, [side]: ordered(corner) } })}
      onCommit={(title, corner) => setSection(store, `Clip box: ${title.toLowerCase()}`, { box: { ...box, [side]: ordered(corner) } })}
      onRevert={() => revertPreview(store)}
    />
  );
}

const viewChoices: readonly { readonly value: SectionViews; readonly title: string; readonly meaning: string }[] = [
  { value: 'both', title: 'Both', meaning: 'Cut both views' },
  { value: 'first', title: 'Left', meaning: 'Cut the left view' },
  { value: 'second', title: 'Right', meaning: 'Cut the right view' },
];

/** Caps, and which of two views are cut. */
export function SectionViewSettings({ app: { store } }: { app: App }): JSX.Element | null {
  const { section } = store.scene.value.display;
  if (!section.plane.isOn && !section.box.isOn) return null;
  return (
    <>
      <Switch
        label="Fill closed outlines"
        meaning="Shows the inside as solid where the outline is closed"
        isOn={section.caps}
        testId="section-caps"
        onChange={(caps) => setSection(store, caps ? 'Fill outlines' : 'Do not fill outlines', { caps })}
      />
      {shownSecond(store.scene.value) !== null && (
        <div class="setting">
          <span class="label">Views</span>
          <Segmented
            label="Views that are cut"
            value={section.views}
            choices={viewChoices}
            onChange={(views) => setSection(store, `Section in ${views === 'both' ? 'both views' : `the ${views} view`}`, { views })}
          />
        </div>
      )}
      <p class="quiet">The section changes the view only. Queries see the whole mesh.</p>
    </>
  );
}
