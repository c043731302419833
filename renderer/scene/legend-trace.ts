import { nodeStates, statesAfter } from '#core/query';
import type { Store } from '../state/store/store.ts';
import { doneSteps } from '../state/trace/traced.ts';
import { formatCount } from '../text/format-number.ts';
import type { LegendItem } from './legend-item.ts';

/** States of nodes in the legend and in the panel of the query debugger, from the strongest. */
export const traceStates = [
  { state: nodeStates.opened, colour: 'var(--trace-opened)', mark: 'stroke', title: 'Opened' },
  { state: nodeStates.tested, colour: 'var(--trace-tested)', mark: 'stroke', title: 'Leaves' },
  { state: nodeStates.waiting, colour: 'var(--trace-waiting)', mark: 'dashes', title: 'On the stack' },
  { state: nodeStates.culled, colour: 'var(--trace-culled)', mark: 'stroke', title: 'Culled' },
  { state: nodeStates.skipped, colour: 'var(--trace-skipped)', mark: 'dashes', title: 'Beyond the best' },
] as const;

/** Returns a row for each state of nodes that the view draws of the recorded query, and for the triangles without a hit. */
export function traceItems(store: Store): LegendItem[] {
  const traced = store.traced.value;
  if (traced === null || traced.kind === 'none') return [];
  const { trace } = traced;
  const { nodeCount } = (traced.kind === 'pair' ? traced.a : traced).tree;
  const counts = stateCounts(statesAfter(trace, doneSteps(store.trace.value, trace), nodeCount));
  const rows = traceStates.filter(({ state }) => counts[state]! > 0);
  return [
    ...rows.map(({ state, colour, mark, title }): LegendItem => ({ mark, colour, text: `${title}: ${formatCount(counts[state]!)}` })),
    ...(counts[nodeStates.tested] === 0 ? [] : [{ mark: 'patch', colour: 'var(--trace-miss)', text: 'Triangle without a hit' } as const]),
  ];
}

/** Returns the number of nodes in each state. */
export function stateCounts(states: Uint8Array): readonly number[] {
  const counts = [0, 0, 0, 0, 0, 0];
  for (const state of states) counts[state]!++;
  return counts;
}
