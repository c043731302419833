import type { JSX } from 'preact';
import { sceneOptions, type SceneOptions } from '#core/options';
import type { App } from '../../commands/app.ts';
import { runCommand } from '../../commands/keymap.ts';
import { endScrub, scrubScene, setSceneLook, setSceneOptions } from '../../commands/scene-actions.ts';
import type { SceneInput } from '../../state/instances/scene-input.ts';
import { sceneBoxChoices, sceneColourings, type SceneLook } from '../../state/instances/scene-run-state.ts';
import { formatCount } from '../../text/format-number.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { Select } from '../../widgets/select.tsx';
import { OptionField } from '../option-field.tsx';

/** Plays and scrubs the scene, and sets how its pairs are found and drawn. */
export function SceneBar({ app, scene }: { app: App; scene: SceneInput }): JSX.Element {
  const { store } = app;
  const { step, isPlaying, options, look, frame } = store.sceneRun.value;
  const isSweep = options.method === 'sap';
  // The label is of the step whose figures are shown.
  const shown = frame?.step ?? step;
  return (
    <div class="scene-bar">
      <button
        type="button"
        class="button small"
        data-command="playScene"
        aria-label={isPlaying ? 'Pause' : 'Play'}
        title={commandTip('playScene')}
        onClick={() => runCommand(app, 'playScene')}
      >
        <Icon name={isPlaying ? 'pause' : 'play'} small />
      </button>
      <StepButton app={app} id="sceneStepBack" text="−1" />
      <input
        type="range"
        class="slider scene-time"
        min={0}
        max={Math.max(1, options.steps - 1)}
        step={1}
        value={isPlaying ? shown : step}
        aria-label="Step"
        data-testid="scene-slider"
        onInput={(event) => scrubScene(store, Number(event.currentTarget.value))}
        onChange={() => endScrub(store)}
      />
      <StepButton app={app} id="sceneStepForward" text="+1" />
      <span class="scene-step" data-testid="scene-step" data-step={frame?.step} aria-busy={frame?.step !== step}>
        step {formatCount(shown)} of {formatCount(options.steps - 1)}
        {!isPlaying && shown !== step && `, finding ${formatCount(step)}`}
      </span>
      <Option app={app} name="steps" />
      <Option app={app} name="method" />
      {isSweep && <Option app={app} name="sort" />}
      {isSweep && <Option app={app} name="segments" />}
      <Option app={app} name="narrow" />
      {options.narrow && <Option app={app} name="threads" />}
      <LookField app={app} title="Colour by" name="colourBy" choices={sceneColourings} />
      <LookField app={app} title="Boxes" name="boxes" choices={sceneBoxChoices} />
      <label class="scene-option" title="Draws each pair as a line between the centres of its boxes">
        <input
          type="checkbox"
          checked={look.lines}
          data-testid="scene-lines"
          onChange={(event) => setSceneLook(store, { lines: event.currentTarget.checked })}
        />
        Lines
      </label>
      <span class="scene-name" title={scene.name}>
        {scene.name}
      </span>
      <button
        type="button"
        class="button small"
        data-command="saveScene"
        title={commandTip('saveScene')}
        onClick={() => runCommand(app, 'saveScene')}
      >
        Save
      </button>
      <button
        type="button"
        class="button small"
        data-command="closeScene"
        title={commandTip('closeScene')}
        onClick={() => runCommand(app, 'closeScene')}
      >
        Close
      </button>
    </div>
  );
}

function StepButton({ app, id, text }: { app: App; id: 'sceneStepBack' | 'sceneStepForward'; text: string }): JSX.Element {
  const label = id === 'sceneStepBack' ? `Previous step, ${text}` : `Next step, ${text}`;
  return (
    <button
      type="button"
      class="button small"
      data-command={id}
      aria-label={label}
      title={commandTip(id)}
      onClick={() => runCommand(app, id)}
    >
      {text}
    </button>
  );
}

function Option({ app: { store }, name }: { app: App; name: keyof SceneOptions }): JSX.Element {
  return (
    <span class="scene-option">
      <OptionField
        option={sceneOptions[name]}
        name={`scene-${name}`}
        value={store.sceneRun.value.options[name]}
        onChange={(value) => setSceneOptions(store, { [name]: value } as Partial<SceneOptions>)}
      />
    </span>
  );
}

interface LookFieldProps<Name extends 'colourBy' | 'boxes'> {
  readonly app: App;
  readonly title: string;
  readonly name: Name;
  readonly choices: Readonly<Record<SceneLook[Name], { readonly title: string; readonly meaning: string }>>;
}

function LookField<Name extends 'colourBy' | 'boxes'>({ app: { store }, title, name, choices }: LookFieldProps<Name>): JSX.Element {
  const names = Object.keys(choices) as SceneLook[Name][];
  return (
    <span class="scene-option">
      <span class="label">{title}</span>
      <Select
        label={title}
        value={store.sceneRun.value.look[name]}
        choices={names.map((value) => ({ value, ...choices[value] }))}
        testId={`scene-${name}`}
        onChange={(value) => setSceneLook(store, { [name]: value } as Partial<SceneLook>)}
      />
    </span>
  );
}
