import type { JSX } from 'preact';
import { formatError } from '#core/error';
import { refitRunOptions } from '#core/options';
import { engineTitles } from '#core/tree';
import type { PlayerState } from '../../state/playback/player-state.ts';
import type { App } from '../../commands/app.ts';
import { runCommand } from '../../commands/keymap.ts';
import { figureMarks } from '../../text/figures.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { formatFixed, formatNumber, formatShortTime } from '../../text/format-number.ts';
import { Icon } from '../../widgets/icon.tsx';
import { NumberField } from '../../widgets/number-field.tsx';
import { Select } from '../../widgets/select.tsx';
import { shownCost } from './nearest-frame.ts';
import { RefitPlot } from './refit-plot.tsx';
import { adviceOf, engineLine, wayLine } from './refit-words.ts';

/** The animation of the active mesh: plays it, and measures refit against rebuild of its tree over time. */
export function DeformPanel({ app }: { app: App }): JSX.Element {
  const state = app.store.player.value;
  return (
    <div class="list-panel" data-testid="deform">
      {state === null ? (
        <div class="empty-note">No animation. Open a glTF, FBX, COLLADA or USD file with node, skin or morph target animation.</div>
      ) : (
        <>
          <PlayerBar app={app} state={state} />
          <RunView app={app} state={state} />
        </>
      )}
    </div>
  );
}

function PlayerBar({ app, state }: { app: App; state: PlayerState }): JSX.Element {
  const { player } = app;
  const { clips, clip, seconds, figures, run } = state;
  const { seconds: length } = clips[clip]!;
  const choices = clips.map(({ name, seconds: own }, i) => ({
    value: String(i),
    title: name,
    meaning: `${name}, ${formatNumber(own, 3)} seconds`,
  }));
  return (
    <div class="deform-bar">
      <button
        type="button"
        class="button small"
        data-command="play"
        aria-label={state.isPlaying ? 'Pause' : 'Play'}
        title={commandTip('play')}
        onClick={() => runCommand(app, 'play')}
      >
        <Icon name={state.isPlaying ? 'pause' : 'play'} small />
      </button>
      <Select label="Clip" value={String(clip)} choices={choices} testId="deform-clip" onChange={(value) => player.choose(Number(value))} />
      <input
        type="range"
        class="slider deform-time"
        min={0}
        max={length}
        step={length / 1000 || 1}
        value={Math.min(seconds, length)}
        aria-label="Time"
        data-testid="deform-time"
        onInput={(event) => {
          player.pause();
          player.seek(Number(event.currentTarget.value));
        }}
      />
      <span class="deform-seconds" data-testid="deform-seconds">
        {formatFixed(seconds, 2)} of {formatFixed(length, 2)} s
      </span>
      <button
        type="button"
        class="button small"
        data-testid="deform-rest"
        title="Show the mesh and its tree in the rest pose"
        disabled={figures === null}
        onClick={() => player.rest()}
      >
        Rest pose
      </button>
      <OptionField name="frames" value={state.frames} testId="deform-frames" onCommit={(frames) => player.setOptions({ frames })} />
      <OptionField
        name="rebuildPercent"
        value={state.rebuildPercent}
        testId="deform-limit"
        onCommit={(rebuildPercent) => player.setOptions({ rebuildPercent })}
      />
      {run.kind === 'running' ? (
        <button type="button" class="button small" data-testid="deform-cancel" onClick={() => player.stopMeasuring()}>
          Cancel
        </button>
      ) : (
        <button
          type="button"
          class="button small"
          data-testid="deform-measure"
          title="Refit the first frame’s tree to every frame and compare it with a rebuild"
          onClick={() => player.measure()}
        >
          Measure
        </button>
      )}
      <span class="deform-now" {...figureMarks('Cost of the pose')} data-testid="deform-now" aria-busy={state.isBehind}>
        <NowText state={state} />
      </span>
    </div>
  );
}

function OptionField({
  name,
  value,
  testId,
  onCommit,
}: {
  name: 'frames' | 'rebuildPercent';
  value: number;
  testId: string;
  onCommit: (value: number) => void;
}): JSX.Element {
  const { title, meaning, unit, min, max, default: initial } = refitRunOptions[name];
  return (
    <span class="deform-option">
      <NumberField
        label={title}
        caption={title}
        value={value}
        meaning={meaning}
        unit={unit === 'percent' ? '%' : undefined}
        min={min}
        max={max}
        integer
        initial={initial}
        testId={testId}
        onCommit={onCommit}
      />
    </span>
  );
}

/** Figures of the pose on screen. */
function NowText({ state }: { state: PlayerState }): JSX.Element {
  const { figures, rebuildPercent } = state;
  const shown = shownCost(state);
  if (figures === null || shown === null) return <>rest pose</>;
  const { refitMilliseconds, engine } = figures;
  const { cost, decay, of } = shown;
  return (
    <>
      refit {formatShortTime(refitMilliseconds)} by {engineTitles[engine]}
      {cost !== null && `, cost ${formatNumber(cost, 4)}`}
      {decay !== null && `, ${formatFixed(100 * decay, 1)} % of the ${of}`}
      {decay !== null && decay > rebuildPercent / 100 && <b class="warning-text">, rebuild advised</b>}
    </>
  );
}

function RunView({ app, state: { run, clips, clip, seconds, figures } }: { app: App; state: PlayerState }): JSX.Element {
  if (run.kind === 'none') return <div class="empty-note">Press Measure to compare refit with rebuild over the whole clip.</div>;
  if (run.kind === 'failed')
    return (
      <div class="empty-note" role="alert">
        {formatError(run.problem)}
      </div>
    );
  return (
    <>
      <RefitPlot run={run} length={clips[clip]!.seconds} seconds={figures === null ? null : seconds} onSeek={(to) => app.player.seek(to)} />
      <div class="panel-foot deform-sum">
        <span class="name" data-testid="deform-advice">
          {run.kind === 'running'
            ? `${run.frames.length} of ${run.wanted} frames`
            : `${adviceOf(run.frames, run.rebuildPercent)} ${wayLine(run.frames)} ${engineLine(run.frames)}`}
        </span>
      </div>
    </>
  );
}
