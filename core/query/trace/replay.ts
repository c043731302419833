import { actionCodes, noStep, reasonCodes, type Trace } from './trace.ts';

/** An entry of the stack of a query: a node, or a pair of nodes, with its order. */
export interface StackEntry {
  readonly node: number;
  /** 0 for a query of one mesh. */
  readonly nodeB: number;
  /** Distance at which it was entered, or its min distance; 0 for overlaps. */
  readonly entry: number;
  /** The step that pushed it. */
  readonly step: number;
}

/** Returns the stack of the query after `steps` steps of its trace, top last. O(steps). */
export function stackAfter(trace: Trace, steps: number): StackEntry[] {
  const { actions, subjects, subjectsB, parents, values } = trace;
  const stack: StackEntry[] = [];
  const end = Math.min(steps, trace.count);
  for (let step = 0; step < end; step++) {
    const action = actions[step];
    if (action === actionCodes.push) {
      const entry = values[2 * step];
      const parent = parents[step];
      let at = stack.length;
      // As in the walk: the nearest child of one node is on top, of equally near ones the first.
      while (at > 0 && parent !== noStep && parents[stack[at - 1]!.step] === parent && stack[at - 1]!.entry <= entry) at--;
      stack.splice(at, 0, { node: subjects[step], nodeB: subjectsB[step] ?? 0, entry, step });
    } else if (action >= actionCodes.open && action <= actionCodes.skip) stack.pop();
  }
  return stack;
}

/** States of a node while a trace is replayed. */
export const nodeStates = { untouched: 0, waiting: 1, opened: 2, tested: 3, culled: 4, skipped: 5 } as const;

/**
 * Returns the state of each node (of A, or of B with `ofB`) after `steps` steps. In a pair a node has the strongest state of its pairs:
 * tested, opened, waiting, then culled and skipped.
 */
export function statesAfter(trace: Trace, steps: number, nodeCount: number, ofB = false): Uint8Array {
  const states = new Uint8Array(nodeCount);
  const rank = [0, 3, 4, 5, 1, 2];
  const isPair = trace.subjectsB.length > 0;
  const subjects = ofB ? trace.subjectsB : trace.subjects;
  const end = Math.min(steps, trace.count);
  for (let step = 0; step < end; step++) {
    const action = trace.actions[step];
    if (action >= actionCodes.miss) continue;
    const state = stateOfAction[action];
    const node = subjects[step];
    if (!isPair || rank[state] > rank[states[node]]) states[node] = state;
  }
  return states;
}

/** State after each of the actions on nodes, by their codes. */
const stateOfAction = [nodeStates.waiting, nodeStates.culled, nodeStates.opened, nodeStates.tested, nodeStates.skipped] as const;

/** What a replay of recorded steps counts and finds. */
export interface Replayed {
  readonly nodesVisited: number;
  readonly trianglesTested: number;
  /** Triangles that were hits, in the order found; for pairs as (2·n) indices of A and B. */
  readonly hits: readonly number[];
}

/** Counts the recorded steps again from the actions alone, without the running cost. */
export function replayTrace(trace: Trace): Replayed {
  let nodesVisited = 0;
  let trianglesTested = 0;
  const hits: number[] = [];
  const isPair = trace.subjectsB.length > 0;
  for (let step = 0; step < trace.count; step++) {
    const action = trace.actions[step];
    if (action === actionCodes.cull || (action === actionCodes.push && trace.reasons[step] !== reasonCodes.untested)) nodesVisited++;
    if (action < actionCodes.miss || trace.reasons[step] === reasonCodes.filtered) continue;
    trianglesTested++;
    if (action === actionCodes.miss) continue;
    hits.push(trace.subjects[step]);
    if (isPair) hits.push(trace.subjectsB[step]);
  }
  return { nodesVisited, trianglesTested, hits };
}
