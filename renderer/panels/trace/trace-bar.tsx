import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import type { CommandId } from '../../commands/commands.ts';
import { runCommand } from '../../commands/keymap.ts';
import { recordTrace, seekTrace, setTraceSpeed } from '../../commands/trace-actions.ts';
import { doneSteps, type Traced } from '../../state/trace/traced.ts';
import { traceNames, traceSpeeds, traceTitles, type TraceName } from '../../state/trace/trace-state.ts';
import { formatCount } from '../../text/format-number.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { Icon, type IconName } from '../../widgets/icon.tsx';
import { Select } from '../../widgets/select.tsx';

interface TraceBarProps {
  readonly app: App;
  readonly traced: Traced;
}

const queryChoices = traceNames.map((value) => ({ value, ...traceTitles[value] }));
const speedChoices = traceSpeeds.map((speed) => ({
  value: String(speed),
  title: `${speed} steps/s`,
  meaning: `Plays ${speed} steps per second.`,
}));

/** Chooses the query, and plays its steps. */
export function TraceBar({ app, traced }: TraceBarProps): JSX.Element {
  const { store } = app;
  const state = store.trace.value;
  const trace = traced.kind === 'none' ? null : traced.trace;
  const done = trace === null ? 0 : doneSteps(state, trace);
  return (
    <div class="trace-bar">
      <Select
        label="Recorded query"
        value={state.query ?? 'ray'}
        choices={queryChoices}
        testId="trace-query"
        onChange={(value) => recordTrace(store, value as TraceName)}
      />
      <span class="trace-buttons">
        <StepButton app={app} id="traceStart" icon="first" />
        <StepButton app={app} id="traceBack" icon="stepBack" />
        <StepButton app={app} id="tracePlay" icon={state.isPlaying ? 'pause' : 'play'} label={state.isPlaying ? 'Pause' : 'Play'} />
        <StepButton app={app} id="traceForward" icon="stepForward" />
        <StepButton app={app} id="traceEnd" icon="last" />
      </span>
      <input
        type="range"
        class="slider trace-slider"
        min={0}
        max={trace?.count ?? 0}
        step={1}
        value={done}
        disabled={trace === null}
        aria-label="Step"
        aria-valuetext={`Step ${done} of ${trace?.count ?? 0}`}
        data-testid="trace-slider"
        onInput={(event) => seekTrace(store, Number(event.currentTarget.value))}
      />
      {trace !== null && (
        <span class="trace-place" data-testid="trace-place">
          Step <b>{formatCount(done)}</b> of {formatCount(trace.count)}
          {trace.count < trace.total && ` (limit; the query has ${formatCount(trace.total)})`}
        </span>
      )}
      <Select
        label="Speed"
        value={String(state.speed)}
        choices={speedChoices}
        testId="trace-speed"
        onChange={(value) => setTraceSpeed(store, Number(value))}
      />
      {traced.kind === 'one' && (
        <button
          type="button"
          class="button small"
          data-testid="trace-compare"
          aria-pressed={traced.second !== null}
          title="Shows the same query on a tree of another kind, in a second view"
          onClick={() => runCommand(app, 'secondView')}
        >
          <Icon name="secondView" small /> Side by side
        </button>
      )}
      <button
        type="button"
        class="button small"
        title={commandTip('traceQuery')}
        data-testid="trace-stop"
        onClick={() => recordTrace(store, null)}
      >
        Close
      </button>
    </div>
  );
}

interface StepButtonProps {
  readonly app: App;
  readonly id: CommandId;
  readonly icon: IconName;
  readonly label?: string;
}

function StepButton({ app, id, icon, label }: StepButtonProps): JSX.Element {
  const tip = commandTip(id);
  return (
    <button
      type="button"
      class="button small"
      data-command={id}
      aria-label={label ?? tip.replace(/:.*/, '')}
      title={tip}
      onClick={() => runCommand(app, id)}
    >
      <Icon name={icon} small />
    </button>
  );
}
