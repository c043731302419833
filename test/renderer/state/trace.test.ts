import { describe, expect, it } from 'vitest';
import { defaultValues, pairOptions } from '#core/options';
import { explainTriangle, traceQuery } from '#core/query';
import { select } from '../../../renderer/commands/actions.ts';
import type { App } from '../../../renderer/commands/app.ts';
import { commandOf } from '../../../renderer/commands/commands.ts';
import { contextCommands } from '../../../renderer/commands/context-commands.ts';
import { runCommand } from '../../../renderer/commands/keymap.ts';
import { explainSelected, likelyTrace, playTrace, recordTrace, seekTrace, stepTrace } from '../../../renderer/commands/trace-actions.ts';
import { traceItems } from '../../../renderer/scene/legend-trace.ts';
import type { RayInput, SphereInput } from '../../../renderer/state/store/records.ts';
import type { WritableStore } from '../../../renderer/state/store/store.ts';
import { followTrace } from '../../../renderer/state/trace/follow-trace.ts';
import { currentStep, doneSteps, type TracedOne } from '../../../renderer/state/trace/traced.ts';
import { withMotion } from '../../../renderer/state/motion/motion-edits.ts';
import { ball, box } from '../../fixtures/shapes.ts';
import { storeWith } from '../scene/scene-fixture.ts';

const mesh = ball(24, 12);
const ray: RayInput = { document: 1, origin: [0.1, 0.2, 5], direction: [0, 0, -1], far: Infinity, options: { mode: 'first', cull: false } };
const sphere = { document: 1, center: [0, 0, 1], radius: 0.3 } as unknown as SphereInput;

function one(store: WritableStore): TracedOne {
  const traced = store.traced.value;
  if (traced?.kind !== 'one') throw new Error('Nothing is recorded');
  return traced;
}

describe('the query debugger', () => {
  it('is off at first, and records the ray of the scene with the counts of its query', () => {
    const store = storeWith([mesh], { ray });
    expect(store.traced.value).toBeNull();
    expect(likelyTrace(store)).toBe('ray');
    recordTrace(store, 'ray');
    const { trace, tree } = one(store);
    expect(trace.stats).toEqual(store.ray.value!.result.stats);
    expect([...trace.result]).toEqual(store.ray.value!.result.hits.map(({ triangle }) => triangle));
    expect(trace.actions).toEqual(traceQuery(tree, mesh, { kind: 'ray', ray, options: ray.options }).actions);
    recordTrace(store, null);
    expect(store.traced.value).toBeNull();
  });

  it('says what to do where the query is missing', () => {
    const store = storeWith([mesh]);
    for (const [query, text] of [
      ['ray', 'No ray. Choose the ray tool (T) and click in the view.'],
      ['closest', 'No point. Choose the sphere tool (S) and click in the view: its centre is the query point.'],
      ['pairs', 'No moving mesh. Choose a second mesh as the moving mesh (Shift+M).'],
    ] as const) {
      recordTrace(store, query);
      expect(store.traced.value).toEqual({ kind: 'none', text });
    }
  });

  it('records a motion once, whatever the pose of the moving mesh', () => {
    const pose = { translate: [-3, 0, 0], rotateDegrees: [0, 0, 0], scale: 1 } as const;
    const store = storeWith([mesh, box()], { movingMesh: { ...pose, document: 2, fixed: 1, options: defaultValues(pairOptions) } });
    store.history.rewrite((scene) => withMotion(scene, { ...pose, translate: [3, 0, 0] }));
    recordTrace(store, 'motion');
    const first = store.traced.value;
    if (first?.kind !== 'pair') throw new Error('Nothing is recorded');
    expect(first.trace.count).toBeGreaterThan(0);
    store.history.rewrite((scene) => ({ ...scene, movingMesh: { ...scene.movingMesh!, translate: [0, 1, 0] } }));
    expect(store.traced.value).toBe(first);
    store.history.rewrite((scene) => withMotion(scene, { ...pose, translate: [0, 3, 0] }));
    expect(store.traced.value).not.toBe(first);
  });

  it('records the sphere, its centre as a closest point, and the box around it', () => {
    const store = storeWith([mesh], { sphere });
    recordTrace(store, 'sphere');
    expect([...one(store).trace.result]).toEqual([...store.sphere.value!.triangles]);
    recordTrace(store, 'closest');
    expect(one(store).trace.result).toHaveLength(1);
    recordTrace(store, 'box');
    expect(one(store).trace.result.length).toBeGreaterThanOrEqual(store.sphere.value!.triangles.length);
  });

  it('steps, goes to a step, stays within the steps, and stays at the end when the query changes', () => {
    const store = storeWith([mesh], { ray });
    recordTrace(store, 'ray');
    const { count } = one(store).trace;
    const done = (): number => doneSteps(store.trace.value, one(store).trace);
    expect(done()).toBe(count);
    stepTrace(store, -1);
    expect(done()).toBe(count - 1);
    seekTrace(store, 3);
    expect(currentStep(store.trace.value, one(store).trace)).toBe(2);
    stepTrace(store, -7);
    expect(done()).toBe(0);
    expect(currentStep(store.trace.value, one(store).trace)).toBeNull();
    seekTrace(store, 1e9);
    expect(done()).toBe(count);
    store.history.rewrite((scene) => ({ ...scene, ray: { ...ray, options: { ...ray.options, mode: 'all' } } }));
    expect(one(store).trace.count).toBeGreaterThan(count);
    expect(done()).toBe(one(store).trace.count);
  });

  it('plays from the start at its speed, and stops at the end', () => {
    const store = storeWith([mesh], { ray });
    recordTrace(store, 'ray');
    const { count } = one(store).trace;
    let time = 0;
    let frame: (() => void) | null = null;
    const stop = followTrace(store, { now: () => time, nextFrame: (run) => (frame = run) });
    const pass = (milliseconds: number): void => {
      time += milliseconds;
      const run = frame;
      frame = null;
      run?.();
    };
    playTrace(store);
    expect(store.trace.value).toMatchObject({ isPlaying: true, done: 0 });
    pass(250);
    expect(store.trace.value.done).toBe(2);
    pass(50);
    expect(store.trace.value.done).toBe(3);
    playTrace(store);
    pass(1000);
    expect(store.trace.value).toMatchObject({ isPlaying: false, done: 3 });
    playTrace(store);
    pass(1000 * count);
    expect(store.trace.value).toMatchObject({ isPlaying: false, done: Infinity });
    stop();
  });

  it('goes to the step that decided about the selected triangle', () => {
    const store = storeWith([mesh], { ray, selection: { kind: 'triangle', document: 1, triangle: 0, node: null } });
    explainSelected(store);
    const { trace } = one(store);
    expect(trace.count).toBeGreaterThan(doneSteps(store.trace.value, trace));
    expect(trace.nodesVisited[currentStep(store.trace.value, trace)!]).toBeGreaterThan(0);
    expect(traceItems(store).map(({ text }) => text)).toEqual(expect.arrayContaining([expect.stringMatching(/^Opened: \d+$/)]));
  });

  it('explains the triangle of a selected hit by the ray, also while another query is recorded, and the command selects it', () => {
    const store = storeWith([mesh], { ray });
    const app = { store, shell: { showList: () => {} } } as unknown as App;
    const hit = store.ray.value!.result.hits[0]!;
    for (const id of ['whyTested', 'selectResultTriangle'] as const) expect(commandOf(id).when(app), id).toBe(false);
    select(store, { kind: 'hit', hit: 0 });
    recordTrace(store, 'closest');
    expect(runCommand(app, 'whyTested')).toBe(true);
    expect(store.trace.value.query).toBe('ray');
    const { trace, tree } = one(store);
    const verdict = explainTriangle(trace, tree, hit.triangle);
    expect(currentStep(store.trace.value, trace)).toBe('step' in verdict ? verdict.step : null);
    expect(runCommand(app, 'selectResultTriangle')).toBe(true);
    expect(store.scene.value.selection).toMatchObject({ kind: 'triangle', document: 1, triangle: hit.triangle });
    expect(store.scene.value.selection).not.toMatchObject({ node: null });
    select(store, { kind: 'hit', hit: 0 });
    expect(contextCommands(app).flat()).toEqual([
      ...['frame', 'copyValues', 'copyCommand'],
      ...['selectResultTriangle', 'whyTested', 'removeRay'],
    ]);
  });

  it('records a moving mesh against the fixed one', () => {
    const options = { maxPairs: 1000 } as never;
    const movingMesh = { document: 2, fixed: 1, translate: [0.5, 0, 0], rotateDegrees: [0, 0, 0], scale: 1, options } as const;
    const store = storeWith([mesh, ball(8, 6)], { movingMesh, tool: 'movingMesh' });
    expect(likelyTrace(store)).toBe('pairs');
    recordTrace(store, 'pairs');
    const traced = store.traced.value;
    expect(traced).toMatchObject({ kind: 'pair', documentA: 1, documentB: 2 });
    if (traced?.kind === 'pair') expect(traced.trace.result.length).toBeGreaterThan(0);
  });
});
