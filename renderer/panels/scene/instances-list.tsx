import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type PlaceOptions, placeOptions } from '#core/options';
import { instanceSummaryAt, type InstanceSummary, type MotionSummary, type SceneInstance, type SceneMotion } from '#core/scene';
import type { App } from '../../commands/app.ts';
import { changeInstances, frameInstances, pickInstances, pickSameMeshes } from '../../commands/scene-actions.ts';
import { type InstanceChange, instancesText, parseInstances } from '../../state/instances/edit-instances.ts';
import { instanceCount, type SceneInput } from '../../state/instances/scene-input.ts';
import { bitsText } from '../../text/bits-text.ts';
import { formatCount, formatMany, formatNumber } from '../../text/format-number.ts';
import { RecordList, type Column } from '../../widgets/record-list.tsx';
import { Select } from '../../widgets/select.tsx';
import { OptionField } from '../option-field.tsx';

/** The instances, and what of the chosen ones can be changed. */
export function InstancesList({ app, scene }: { app: App; scene: SceneInput }): JSX.Element {
  const { store } = app;
  const { picked } = store.sceneRun.value;
  const count = instanceCount(scene);
  const only = picked.size === 1 ? [...picked][0]! : null;
  return (
    <>
      <RecordList
        name="scene-instance"
        label="Instances"
        testId="scene-instances"
        count={count}
        columns={columnsOf(scene)}
        source={scene.packed}
        rowAt={(index) => instanceSummaryAt(scene.packed, index)}
        marks={({ set, layer, mask, motion }, index) => ({
          'data-instance': index,
          'data-set': set,
          'data-layer': layer,
          'data-mask': mask,
          'data-motion': motion?.kind ?? 'none',
        })}
        chosen={only}
        isSelected={(_, index) => picked.has(index)}
        isHovered={() => false}
        onChoose={(index) => pickInstances(store, [index])}
        onFrame={(index) => frameInstances(store, [index])}
        onHover={() => {}}
        empty="No instances."
      />
      <EditBar app={app} scene={scene} />
    </>
  );
}

/** Chooses instances by their numbers, and changes the chosen ones. */
function EditBar({ app: { store }, scene }: { app: App; scene: SceneInput }): JSX.Element {
  const { picked } = store.sceneRun.value;
  const [typed, setTyped] = useState<string | null>(null);
  const count = instanceCount(scene);
  const first = picked.size === 0 ? null : instanceSummaryAt(scene.packed, smallest(picked));
  const isWrong = typed !== null && parseInstances(typed, count) === null;
  const commit = (): void => {
    const numbers = typed === null ? null : parseInstances(typed, count);
    if (numbers !== null) pickInstances(store, numbers);
    if (!isWrong) setTyped(null);
  };
  const change = (title: string, to: InstanceChange): void => changeInstances(store, title, to);
  return (
    <div class="scene-bar scene-edit">
      <label class="scene-option">
        <span class="label">Instances</span>
        <input
          type="text"
          class={isWrong ? 'text-field invalid' : 'text-field'}
          aria-invalid={isWrong}
          value={typed ?? instancesText(picked)}
          placeholder="0-9, 12, 40- or all"
          title={isWrong ? 'Type numbers and ranges, such as 0-9, 12, 40-, or all' : 'The chosen instances: numbers and ranges, or all'}
          data-testid="scene-picked"
          onInput={(event) => setTyped(event.currentTarget.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit();
            else if (event.key === 'Escape') setTyped(null);
          }}
        />
      </label>
      <span class="quiet" data-testid="scene-picked-count">
        {formatMany(picked.size, 'instance')} chosen
      </span>
      {first !== null && (
        <>
          <button
            type="button"
            class="button small"
            title="Choose all instances that use the same meshes"
            data-testid="scene-same-mesh"
            onClick={() => pickSameMeshes(store)}
          >
            Same mesh
          </button>
          <Field name="set" value={first.set} onChange={(value) => change('Set', { set: value as SceneInstance['set'] })} />
          <Field name="layer" value={first.layer} onChange={(value) => change('Layer', { layer: value as number })} />
          <Field name="mask" value={first.mask} onChange={(value) => change('Mask', { mask: value as number })} />
          <MotionFields store={store} motion={first.motion} />
        </>
      )}
    </div>
  );
}

/** The motion of the chosen instances. @param now that of the first of them */
function MotionFields({ store, motion: now }: { store: App['store']; motion: MotionSummary | null }): JSX.Element {
  const [stride, setStride] = useState<number>(placeOptions.stride.default);
  const [degrees, setDegrees] = useState<number>(placeOptions.degrees.default);
  const motion = now?.kind ?? 'none';
  const change = (to: SceneMotion | null): void => changeInstances(store, 'Motion', { motion: to });
  return (
    <>
      <span class="scene-option">
        <span class="label">Motion</span>
        <Select
          label="Motion"
          value={motion}
          choices={motionChoices(now)}
          testId="scene-motion"
          onChange={(value) => change(motionOf(value, stride, degrees))}
        />
      </span>
      {motion === 'orbit' && (
        <Field
          name="degrees"
          value={degrees}
          onChange={(value) => {
            setDegrees(value as number);
            change(motionOf('orbit', stride, value as number));
          }}
        />
      )}
      {(motion === 'walk' || motion === 'velocity') && (
        <Field
          name="stride"
          value={stride}
          onChange={(value) => {
            setStride(value as number);
            change(motionOf(motion, value as number, degrees));
          }}
        />
      )}
    </>
  );
}

/** All instances may be chosen: too many for the arguments of a call. */
function smallest(instances: ReadonlySet<number>): number {
  let first = Infinity;
  for (const i of instances) if (i < first) first = i;
  return first;
}

function Field({ name, value, onChange }: { name: keyof PlaceOptions; value: unknown; onChange: (value: unknown) => void }): JSX.Element {
  return (
    <span class="scene-option">
      <OptionField option={shownOption(name)} name={`edit-${name}`} value={value} onChange={onChange} />
    </span>
  );
}

/** The stride of an edit is in mesh units: the sizes of the meshes may differ. */
function shownOption(name: keyof PlaceOptions): (typeof placeOptions)[keyof PlaceOptions] {
  return name === 'stride'
    ? ({ ...placeOptions.stride, unit: '', meaning: 'Length of a step, in mesh units.' } as never)
    : placeOptions[name];
}

/** Returns the motions that can be chosen. A recorded one cannot be made here, but stays or is replaced. */
function motionChoices(now: MotionSummary | null): readonly { readonly value: string; readonly title: string; readonly meaning: string }[] {
  const made = Object.entries(placeOptions.motion.choices).map(([value, texts]) => ({ value, ...texts }));
  if (now?.kind !== 'recorded') return made;
  return [{ value: 'recorded', title: `Recorded, ${formatMany(now.steps, 'step')}`, meaning: 'As the scene file has it' }, ...made];
}

/** A velocity goes along X; a walk has a seed of its own for each instance. */
function motionOf(kind: string, stride: number, degrees: number): SceneMotion | null {
  switch (kind) {
    case 'velocity':
      return { kind, velocity: [stride, 0, 0] };
    case 'orbit':
      return { kind, center: [0, 0, 0], axis: [0, 1, 0], degrees };
    case 'walk':
      return { kind, seed: 0, stride };
    default:
      return null;
  }
}

function columnsOf({ packed }: SceneInput): readonly Column<InstanceSummary>[] {
  return [
    { title: 'Instance', look: 'right', cell: (_, index) => formatCount(index) },
    { title: 'Set', sortKey: (index) => packed.moving[index]!, cell: ({ set }) => set },
    { title: 'Layer', look: 'right', sortKey: (index) => packed.layers[index]!, cell: ({ layer }) => bitsText(layer) },
    { title: 'Mask', look: 'right', sortKey: (index) => packed.masks[index]!, cell: ({ mask }) => bitsText(mask) },
    { title: 'Motion', sortKey: (index) => packed.motionOf[index]!, cell: ({ motion }) => motionText(motion) },
    { title: 'Instance mesh', look: 'name', sortKey: (index) => packed.meshOf[index]!, cell: ({ mesh }) => packed.meshes[mesh] },
  ];
}

function motionText(motion: MotionSummary | null): string {
  switch (motion?.kind) {
    case undefined:
      return 'none';
    case 'velocity':
      return `velocity ${motion.velocity.map((value) => formatNumber(value, 3)).join(' ')}`;
    case 'orbit':
      return `orbit ${formatNumber(motion.degrees, 3)}°`;
    case 'walk':
      return `walk ${formatNumber(motion.stride, 3)}`;
    case 'recorded':
      return `recorded, ${formatMany(motion.steps, 'step')}`;
  }
}
