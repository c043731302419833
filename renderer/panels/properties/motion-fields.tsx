import type { JSX } from 'preact';
import { motionOptions, type MotionOptions } from '#core/options';
import type { App } from '../../commands/app.ts';
import { runCommand } from '../../commands/keymap.ts';
import { changeMotionOptions, changeMotionTurn, editMotionEnd } from '../../commands/motion-actions.ts';
import type { MotionInput, MotionTurn } from '../../state/store/records.ts';
import { formatNumber } from '../../text/format-number.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { NumberField } from '../../widgets/number-field.tsx';
import { Segmented } from '../../widgets/segmented.tsx';
import { OptionField } from '../option-field.tsx';
import { lengthsOf } from './scene-lengths.ts';
import { VectorField } from './vector-field.tsx';

const endChoices = [
  { value: 'start', title: 'Start', meaning: 'Fields and handles move the start of the motion' },
  { value: 'end', title: 'End', meaning: 'Fields and handles move the end of the motion' },
] as const;

const turnChoices = [
  { value: 'shortest', title: 'Shortest', meaning: 'The shorter rotation from start to end, below 180°' },
  { value: 'given', title: 'Axis and angle', meaning: 'For rotations of 180° and more' },
] as const;

/** Which of the two poses the fields above and the handles change; a button that adds a motion. */
export function MotionEndField({ app }: { app: App }): JSX.Element {
  const { motion } = app.store.scene.value;
  if (motion === null) {
    return (
      <div class="button-row">
        <button
          type="button"
          class="button small"
          title={commandTip('addMotion')}
          data-command="addMotion"
          onClick={() => runCommand(app, 'addMotion')}
        >
          Add motion
        </button>
      </div>
    );
  }
  const time = app.store.motionTime.value;
  return (
    <>
      <div class="setting" data-testid="motion-end">
        <span class="label">Pose</span>
        <Segmented label="Pose of the motion" value={motion.edited} choices={endChoices} onChange={(end) => editMotionEnd(app, end)} />
      </div>
      {time !== null && (
        <p class="quiet">
          Shown at time {formatNumber(time, 3)}. Edit poses shows the {motion.edited}.
        </p>
      )}
    </>
  );
}

/** The kind of the motion, its tolerance and separation, and its rotation. */
export function MotionFields({ app, motion }: { app: App; motion: MotionInput }): JSX.Element {
  const { store } = app;
  const lengths = lengthsOf(store, store.scene.value.movingMesh?.fixed ?? null);
  return (
    <>
      {(['path', 'tolerance', 'separation'] as const).map((name) => (
        <div key={name} class="setting" title={motionOptions[name].meaning} data-testid={`motion-${name}`}>
          <OptionField
            option={motionOptions[name]}
            name={`motion-${name}`}
            value={motion.options[name]}
            lengths={lengths}
            onChange={(value) => changeMotionOptions(store, optionTitle(name, value), { [name]: value })}
          />
        </div>
      ))}
      {motion.options.path !== 'linear' && <TurnFields app={app} turn={motion.turn} />}
      <div class="button-row">
        <button
          type="button"
          class="button small"
          title={commandTip('removeMotion')}
          data-command="removeMotion"
          onClick={() => runCommand(app, 'removeMotion')}
        >
          Remove motion
        </button>
      </div>
    </>
  );
}

function optionTitle(name: keyof MotionOptions, value: unknown): string {
  if (name === 'path') return `Path: ${motionOptions.path.choices[value as MotionOptions['path']].title.toLowerCase()}`;
  return `${motionOptions[name].title} ${formatNumber(Number(value))}`;
}

/** A rotation that is not the shortest. */
const firstTurn: MotionTurn = { axis: [0, 1, 0], angleDegrees: 360 };

function TurnFields({ app: { store }, turn }: { app: App; turn: MotionTurn | null }): JSX.Element {
  return (
    <>
      <div class="setting">
        <span class="label">Rotation</span>
        <Segmented
          label="Rotation"
          value={turn === null ? 'shortest' : 'given'}
          choices={turnChoices}
          onChange={(choice) =>
            choice === 'given'
              ? changeMotionTurn(store, 'Rotation by axis and angle', firstTurn)
              : changeMotionTurn(store, 'Shortest rotation', null)
          }
        />
      </div>
      {turn !== null && (
        <>
          <VectorField
            label="Axis"
            values={turn.axis}
            isDirection
            step={0.01}
            testId="motion-axis"
            onPreview={() => {}}
            onCommit={(title, axis) => changeMotionTurn(store, title, { ...turn, axis })}
            onRevert={() => {}}
          />
          <div class="setting">
            <NumberField
              label="Angle"
              caption="Angle"
              isHalf
              unit="°"
              step={1}
              coarseStep={15}
              meaning="It must end at the rotation of the end"
              value={turn.angleDegrees}
              testId="motion-angle"
              onCommit={(angleDegrees) => changeMotionTurn(store, `Angle ${formatNumber(angleDegrees)}`, { ...turn, angleDegrees })}
            />
          </div>
        </>
      )}
    </>
  );
}
