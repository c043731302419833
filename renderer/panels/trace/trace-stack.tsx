import type { JSX } from 'preact';
import { stackAfter } from '#core/query';
import { seekTrace } from '../../commands/trace-actions.ts';
import type { Store } from '../../state/store/store.ts';
import { doneSteps, type TracedOne, type TracedPair } from '../../state/trace/traced.ts';
import { formatCount, formatNumber } from '../../text/format-number.ts';
import { figureMarks } from '../../text/figures.ts';
import { traceFormat } from './trace-text.ts';

interface TraceStackProps {
  readonly store: Store;
  readonly traced: TracedOne | TracedPair;
}

/** Entries that are listed, from the top. */
const maxEntries = 60;

/** The nodes that wait on the stack, the next one first. A click goes to the step that pushed it. */
export function TraceStack({ store, traced }: TraceStackProps): JSX.Element {
  const { trace } = traced;
  const stack = stackAfter(trace, doneSteps(store.trace.value, trace));
  const format = traceFormat(store, traced);
  // Times have no unit.
  const orderText = (entry: number): string => (traced.query === 'motion' ? formatNumber(entry, 4) : format.length(entry));
  const isOrdered =
    traced.kind === 'pair'
      ? ['distance', 'motion'].includes(traced.query)
      : ['ray', 'closest', 'nearest', 'sweep'].includes(traced.query.kind);
  return (
    <section class="trace-stack" aria-label="Stack">
      <h3 {...figureMarks('Stack')}>
        Stack <span class="quiet">{formatCount(stack.length)}</span>
      </h3>
      {stack.length === 0 ? (
        <p class="quiet">Empty</p>
      ) : (
        <ol data-testid="trace-stack">
          {stack
            .slice(-maxEntries)
            .reverse()
            .map(({ node, nodeB, entry, step }) => (
              <li key={step}>
                <button
                  type="button"
                  title={`Go to step ${formatCount(step + 1)}, which pushed it`}
                  onClick={() => seekTrace(store, step + 1)}
                >
                  <span>{traced.kind === 'pair' ? `${formatCount(node)} · ${formatCount(nodeB)}` : formatCount(node)}</span>
                  {isOrdered && <span class="quiet">{orderText(entry)}</span>}
                </button>
              </li>
            ))}
        </ol>
      )}
    </section>
  );
}
