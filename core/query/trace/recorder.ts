import { invalidArgument } from '../../error.ts';
import { actionCodes, noStep, reasonCodes, type Trace, type TraceAction, type TraceReason } from './trace.ts';

/** Why a node was culled or not, as a test writes it. One record is reused. */
export interface Decision {
  reason: TraceReason;
  axisA: number;
  axisB: number;
  valueA: number;
  valueB: number;
}

export function createDecision(): Decision {
  return { reason: 'reached', axisA: 0, axisB: 0, valueA: 0, valueB: 0 };
}

/** Writes a decision; axes that are left out are 0. */
export function decide(decision: Decision, reason: TraceReason, valueA: number, valueB: number, axisA = 0, axisB = 0): void {
  decision.reason = reason;
  decision.valueA = valueA;
  decision.valueB = valueB;
  decision.axisA = axisA;
  decision.axisB = axisB;
}

/** Steps that are recorded unless another limit is given: about 40 MB. */
export const defaultMaxSteps = 1 << 20;

/** Collects the steps of a trace in typed arrays that grow. Steps beyond the limit are counted, but not recorded. */
export class TraceRecorder {
  readonly #maxSteps: number;
  readonly #isPair: boolean;
  #capacity = 0;
  #count = 0;
  #total = 0;
  #actions = new Uint8Array(0);
  #subjects = new Uint32Array(0);
  #subjectsB = new Uint32Array(0);
  #parents = new Int32Array(0);
  #reasons = new Uint8Array(0);
  #axes = new Uint8Array(0);
  #values = new Float64Array(0);
  #nodesVisited = new Uint32Array(0);
  #trianglesTested = new Uint32Array(0);
  /** Running cost, written by the walk. */
  nodes = 0;
  triangles = 0;

  /** @throws InspectorError `invalid-argument` for a limit that is not a whole number of 1 or more. */
  constructor(maxSteps: number, isPair: boolean) {
    if (!(Number.isInteger(maxSteps) && maxSteps >= 1))
      throw invalidArgument(`The limit of a trace cannot be ${maxSteps} steps`, 'Use a whole number of 1 or more');
    this.#maxSteps = maxSteps;
    this.#isPair = isPair;
  }

  /** Adds a step on a node, or a pair of nodes; returns its number, or `noStep` beyond the limit. */
  node(action: TraceAction, node: number, nodeB: number, parent: number, { reason, axisA, axisB, valueA, valueB }: Decision): number {
    return this.#add(action, node, nodeB, parent, reason, axisA, axisB, valueA, valueB);
  }

  /** Adds a step on a triangle, or a pair of triangles. `limit` is the distance beyond which nothing is wanted after it. */
  triangle(
    action: TraceAction,
    triangle: number,
    triangleB: number,
    parent: number,
    limit: number,
    reason: TraceReason = 'reached',
  ): number {
    return this.#add(action, triangle, triangleB, parent, reason, 0, 0, 0, limit);
  }

  /** Returns the trace; its arrays have exactly its length. */
  finish(result: Uint32Array, isStopped: boolean): Trace {
    const count = this.#count;
    return {
      count,
      total: this.#total,
      actions: this.#actions.slice(0, count),
      subjects: this.#subjects.slice(0, count),
      subjectsB: this.#subjectsB.slice(0, this.#isPair ? count : 0),
      parents: this.#parents.slice(0, count),
      reasons: this.#reasons.slice(0, count),
      axes: this.#axes.slice(0, 2 * count),
      values: this.#values.slice(0, 2 * count),
      nodesVisited: this.#nodesVisited.slice(0, count),
      trianglesTested: this.#trianglesTested.slice(0, count),
      isStopped,
      result,
      stats: { nodesVisited: this.nodes, trianglesTested: this.triangles },
    };
  }

  #add(
    action: TraceAction,
    subject: number,
    subjectB: number,
    parent: number,
    reason: TraceReason,
    axisA: number,
    axisB: number,
    valueA: number,
    valueB: number,
  ): number {
    this.#total++;
    if (this.#count === this.#maxSteps) return noStep;
    if (this.#count === this.#capacity) this.#grow();
    const step = this.#count++;
    this.#actions[step] = actionCodes[action];
    this.#subjects[step] = subject;
    if (this.#isPair) this.#subjectsB[step] = subjectB;
    this.#parents[step] = parent;
    this.#reasons[step] = reasonCodes[reason];
    this.#axes[2 * step] = axisA;
    this.#axes[2 * step + 1] = axisB;
    this.#values[2 * step] = valueA;
    this.#values[2 * step + 1] = valueB;
    this.#nodesVisited[step] = this.nodes;
    this.#trianglesTested[step] = this.triangles;
    return step;
  }

  #grow(): void {
    const capacity = Math.min(this.#maxSteps, Math.max(256, 2 * this.#capacity));
    this.#capacity = capacity;
    this.#actions = grown(this.#actions, new Uint8Array(capacity));
    this.#subjects = grown(this.#subjects, new Uint32Array(capacity));
    if (this.#isPair) this.#subjectsB = grown(this.#subjectsB, new Uint32Array(capacity));
    this.#parents = grown(this.#parents, new Int32Array(capacity));
    this.#reasons = grown(this.#reasons, new Uint8Array(capacity));
    this.#axes = grown(this.#axes, new Uint8Array(2 * capacity));
    this.#values = grown(this.#values, new Float64Array(2 * capacity));
    this.#nodesVisited = grown(this.#nodesVisited, new Uint32Array(capacity));
    this.#trianglesTested = grown(this.#trianglesTested, new Uint32Array(capacity));
  }
}

function grown<A extends { set(other: A): void }>(old: A, larger: A): A {
  larger.set(old);
  return larger;
}
