import type { JSX } from 'preact';
import { actionOf, isTriangleStep } from '#core/query';
import { frame, setHover } from '../../commands/actions.ts';
import { seekTrace } from '../../commands/trace-actions.ts';
import type { Hover } from '../../state/store/records.ts';
import type { Store } from '../../state/store/store.ts';
import { currentStep, type TracedOne, type TracedPair } from '../../state/trace/traced.ts';
import { formatCount } from '../../text/format-number.ts';
import { RecordList, type Column } from '../../widgets/record-list.tsx';
import { traceFormat, textOfStep } from './trace-text.ts';

interface TraceStepsProps {
  readonly store: Store;
  readonly traced: TracedOne | TracedPair;
}

/** All steps of the recorded query. A click goes to a step. */
export function TraceSteps({ store, traced }: TraceStepsProps): JSX.Element {
  const { trace } = traced;
  return (
    <div class="trace-steps">
      <RecordList
        name="trace-step"
        label="Steps of the query"
        testId="trace-steps"
        count={trace.count}
        columns={columnsOf(store, traced)}
        rowAt={(step) => step}
        marks={(step) => ({ 'data-step': step + 1, 'data-action': actionOf(trace, step) })}
        chosen={currentStep(store.trace.value, trace)}
        isHovered={() => false}
        onChoose={(step) => seekTrace(store, step + 1)}
        onFrame={(step) => frame(store, thingOf(traced, step))}
        onHover={(step) => setHover(store, step === null ? null : thingOf(traced, step))}
        empty="The mesh has no triangle, so there is nothing to visit."
      />
    </div>
  );
}

function columnsOf(store: Store, traced: TracedOne | TracedPair): readonly Column<number>[] {
  const { trace } = traced;
  const format = traceFormat(store, traced);
  return [
    { title: '#', figure: 'Query step', look: 'right', cell: (step) => formatCount(step + 1) },
    {
      title: 'State',
      figure: 'Query step',
      look: 'mark',
      cell: (step) => <span class={`trace-mark ${actionOf(trace, step)}`} />,
    },
    { title: 'Step', figure: 'Query step', look: 'name', cell: (step) => textOfStep(traced, step, format) },
    { title: 'Nodes', look: 'right', className: 'secondary', cell: (step) => formatCount(trace.nodesVisited[step]!) },
    { title: 'Tris', look: 'right', className: 'secondary', cell: (step) => formatCount(trace.trianglesTested[step]!) },
  ];
}

/** The node or the triangle of a step; of a pair that of A. */
function thingOf(traced: TracedOne | TracedPair, step: number): Hover {
  const document = traced.kind === 'one' ? traced.document : traced.documentA;
  const subject = traced.trace.subjects[step]!;
  return isTriangleStep(traced.trace, step)
    ? { kind: 'triangle', document, triangle: subject, node: null }
    : { kind: 'node', document, node: subject };
}
