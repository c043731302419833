import type { JSX } from 'preact';
import { buildOptions } from '#core/options';
import { axisName } from '#core/pair';
import { statesAfter, type Trace } from '#core/query';
import { treeKinds, type Tree } from '#core/tree';
import { seekTrace } from '../../commands/trace-actions.ts';
import type { App } from '../../commands/app.ts';
import { stateCounts, traceStates } from '../../scene/legend-trace.ts';
import type { Store } from '../../state/store/store.ts';
import { currentStep, doneSteps, type TracedOne, type TracedPair } from '../../state/trace/traced.ts';
import { formatCount, formatMany } from '../../text/format-number.ts';
import { figureMarks } from '../../text/figures.ts';
import { IntervalFigure } from './interval-figure.tsx';
import { traceFormat, textOfStep } from './trace-text.ts';
import { whyOf } from './trace-why.ts';

interface TraceDetailProps {
  readonly app: App;
  readonly traced: TracedOne | TracedPair;
}

/** The current step in words, the running cost, the separating axis of a pair, and why the selected triangle was tested or not. */
export function TraceDetail({ app: { store }, traced }: TraceDetailProps): JSX.Element {
  const step = currentStep(store.trace.value, traced.trace);
  return (
    <section class="trace-detail" aria-label="Current step">
      <p class="trace-now" data-testid="trace-now" aria-live="polite">
        {step === null ? 'Before the first step.' : textOfStep(traced, step, traceFormat(store, traced))}
      </p>
      {traced.kind === 'pair' && step !== null && <Axis store={store} traced={traced} step={step} />}
      <Costs store={store} traced={traced} />
      <States store={store} traced={traced} />
      <Why store={store} traced={traced} />
    </section>
  );
}

function Axis({ store, traced, step }: { store: Store; traced: TracedPair; step: number }): JSX.Element | null {
  const separation = traced.separation(step);
  if (separation === null) return null;
  return <IntervalFigure separation={separation} name={axisName(separation.axis)} format={traceFormat(store, traced)} />;
}

/** The running cost; next to it that of the tree in the second view. */
function Costs({ store, traced }: { store: Store; traced: TracedOne | TracedPair }): JSX.Element {
  const state = store.trace.value;
  const isPair = traced.kind === 'pair';
  const rows: readonly { readonly name: string; readonly trace: Trace }[] = isPair
    ? [{ name: 'Pairs', trace: traced.trace }]
    : [
        { name: kindTitle(traced.tree), trace: traced.trace },
        ...(traced.second === null ? [] : [{ name: kindTitle(traced.second.tree), trace: traced.second.trace }]),
      ];
  const most = Math.max(1, ...rows.map(({ trace }) => trace.stats.nodesVisited + trace.stats.trianglesTested));
  return (
    <table class="trace-costs" data-testid="trace-costs">
      <thead>
        <tr>
          <th>{isPair ? 'Cost' : 'Tree'}</th>
          <th {...figureMarks('Query cost')}>{isPair ? 'Node pairs' : 'Nodes'}</th>
          <th {...figureMarks('Query cost')}>{isPair ? 'Triangle pairs' : 'Triangles'}</th>
          <th>Of the whole query</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, trace }) => {
          const step = doneSteps(state, trace) - 1;
          const nodes = step < 0 ? 0 : trace.nodesVisited[step]!;
          const triangles = step < 0 ? 0 : trace.trianglesTested[step]!;
          const { nodesVisited, trianglesTested } = trace.stats;
          return (
            <tr key={name} data-kind={name}>
              <td>{name}</td>
              <td class="right">{formatCount(nodes)}</td>
              <td class="right">{formatCount(triangles)}</td>
              <td class="trace-bar-cell">
                <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                  <rect class="all" x={0} y={0} width={(100 * (nodesVisited + trianglesTested)) / most} height={10} />
                  <rect class="nodes" x={0} y={0} width={(100 * nodes) / most} height={10} />
                  <rect class="triangles" x={(100 * nodes) / most} y={0} width={(100 * triangles) / most} height={10} />
                </svg>
                <span>
                  {formatCount(nodesVisited)} + {formatCount(trianglesTested)}
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function kindTitle({ kind }: Tree): string {
  return buildOptions.kind.choices[kind].title;
}

/** Number of nodes in each state; it is the legend of the view too. */
function States({ store, traced }: { store: Store; traced: TracedOne | TracedPair }): JSX.Element {
  const { tree } = traced.kind === 'pair' ? traced.a : traced;
  const counts = stateCounts(statesAfter(traced.trace, doneSteps(store.trace.value, traced.trace), tree.nodeCount));
  const untouched = tree.nodeCount - traceStates.reduce((sum, { state }) => sum + counts[state]!, 0);
  return (
    <ul class="trace-states" data-testid="trace-states">
      {traceStates.map(({ state, title, mark }) => (
        <li key={title}>
          <span class={`trace-key ${mark} state-${state}`} />
          {title} <b>{formatCount(counts[state]!)}</b>
        </li>
      ))}
      <li>
        <span class="trace-key none" />
        Never reached <b>{formatCount(untouched)}</b>
      </li>
      <li class="quiet">
        {treeKinds[tree.kind].volumeName.many} of {formatMany(tree.nodeCount, 'node')}
      </li>
    </ul>
  );
}

function Why({ store, traced }: { store: Store; traced: TracedOne | TracedPair }): JSX.Element {
  const why = whyOf(store, traced, traceFormat(store, traced));
  if (why === null) return <p class="quiet">Select a triangle in the view to see why it was tested or not.</p>;
  const { step } = why;
  return (
    <div class="trace-why" data-testid="trace-why">
      <h3>{why.title}</h3>
      <p>{why.text}</p>
      {why.second !== null && <p class="secondary">{why.second}</p>}
      {step !== null && (
        <button type="button" class="button small" data-testid="trace-go" onClick={() => seekTrace(store, step + 1)}>
          Go to step {formatCount(step + 1)}
        </button>
      )}
    </div>
  );
}
