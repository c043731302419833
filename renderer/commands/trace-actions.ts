import { batch, untracked } from '@preact/signals-core';
import { resultTriangle } from '../state/selection/result-triangle.ts';
import { explainPairOfTriangles, explainTriangleOfPair } from '#core/pair';
import { explainTriangle } from '#core/query';
import { currentStep, doneSteps, type Traced } from '../state/trace/traced.ts';
import { noTrace, type TraceName } from '../state/trace/trace-state.ts';
import { type Store, writable } from '../state/store/store.ts';

/** Turns the query debugger on for a query, with all of its steps done; `null` turns it off. */
export function recordTrace(store: Store, query: TraceName | null): void {
  const { speed } = store.trace.peek();
  writable(store).trace.value = { ...noTrace, speed, query };
}

/** Returns the query that the debugger begins with: that of the active tool, or another that exists. */
export function likelyTrace(store: Store): TraceName {
  const { tool, ray, sphere, probe, movingMesh, motion } = store.scene.peek();
  const ofTwo = motion === null ? 'pairs' : 'motion';
  if (tool === 'probe' && probe !== null) return 'probe';
  if (tool === 'movingMesh' && movingMesh !== null) return ofTwo;
  if (tool === 'sphere' && sphere !== null) return 'sphere';
  if (ray !== null) return 'ray';
  if (sphere !== null) return 'sphere';
  if (probe !== null) return 'probe';
  return movingMesh === null ? 'ray' : ofTwo;
}

/** Goes to where this number of steps is done, and stops the playback. */
export function seekTrace(store: Store, done: number): void {
  const { trace } = writable(store);
  const traced = store.traced.peek();
  const count = traced === null || traced.kind === 'none' ? 0 : traced.trace.count;
  trace.value = { ...trace.peek(), isPlaying: false, done: done >= count ? Infinity : Math.max(0, done) };
}

export function stepTrace(store: Store, by: number): void {
  const traced = store.traced.peek();
  if (traced === null || traced.kind === 'none') return;
  seekTrace(store, doneSteps(store.trace.peek(), traced.trace) + by);
}

/** Plays from the current step, from the first one if the trace is at its end; or pauses. */
export function playTrace(store: Store): void {
  const traced = store.traced.peek();
  if (traced === null || traced.kind === 'none') return;
  const { trace } = writable(store);
  const state = trace.peek();
  const isAtEnd = currentStep(state, traced.trace) === traced.trace.count - 1;
  trace.value = { ...state, isPlaying: !state.isPlaying, done: !state.isPlaying && isAtEnd ? 0 : state.done };
}

export function setTraceSpeed(store: Store, speed: number): void {
  const { trace } = writable(store);
  trace.value = { ...trace.peek(), speed };
}

/** Records a query and goes to the step that decided about the selected triangle. That of a hit is explained by the ray. */
export function explainSelected(store: Store): void {
  batch(() => {
    const { query } = store.trace.peek();
    const kind = store.scene.peek().selection?.kind;
    const wanted = kind === 'hit' ? 'ray' : kind === 'touch' ? 'sphere' : (query ?? likelyTrace(store));
    if (query !== wanted) recordTrace(store, wanted);
    const step = decidingStep(store, store.traced.value);
    if (step !== null) seekTrace(store, step + 1);
  });
}

/** Returns the step that decided about the selected triangle, hit, overlap or contact; `null` for none. */
export function decidingStep(store: Store, traced: Traced | null): number | null {
  const { selection } = store.scene.peek();
  if (traced === null || traced.kind === 'none' || selection === null) return null;
  if (traced.kind === 'pair' && selection.kind === 'contact') {
    const verdict = explainPairOfTriangles(traced.trace, traced.a.tree, traced.b.tree, selection.a, selection.b);
    return 'step' in verdict ? verdict.step : null;
  }
  const found = selection.kind === 'triangle' ? selection : untracked(() => resultTriangle(store));
  if (found === null) return null;
  if (traced.kind === 'pair') {
    const ofB = found.document === traced.documentB;
    if (!ofB && found.document !== traced.documentA) return null;
    const verdict = explainTriangleOfPair(traced.trace, (ofB ? traced.b : traced.a).tree, found.triangle, ofB);
    return 'step' in verdict ? verdict.step : null;
  }
  if (found.document !== traced.document) return null;
  const verdict = explainTriangle(traced.trace, traced.tree, found.triangle);
  return 'step' in verdict ? verdict.step : null;
}
