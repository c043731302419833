import { beforeEach, expect, it } from 'vitest';
import { ownJob } from '../../../renderer/state/project/own-job.ts';
import { writable } from '../../../renderer/state/store/store.ts';
import { currentJob } from '../../../renderer/commands/current-job.ts';
import { runCommand } from '../../../renderer/commands/keymap.ts';
import { startWalk } from '../../../renderer/commands/walk-actions.ts';
import { commandOf } from '../../../renderer/commands/commands.ts';
import { forgetTurnOutcome, reportTurnSaving, saveTurntable } from '../../../renderer/commands/turntable-actions.ts';
import { fakeAppWithBox, type FakeApp } from '../fake-app.ts';
import type { FakeHost } from '../fake-host.ts';

let app: FakeApp;
let host: FakeHost;
let document: number;
let cancelled: string[];

beforeEach(async () => {
  ({ app, host, document } = await fakeAppWithBox());
  cancelled = [];
});

const saving = { done: 1, pictures: 4, bytes: 10, cancel: () => void cancelled.push('turn') };
const texts = (): readonly string[] =>
  app.store.notices.value.map((notice) => (notice.kind === 'error' ? notice.error.message : notice.text));

it('is the one that Cancel stops, in the order of the status bar', () => {
  app.store.projectJobs.value = [{ text: 'Saving level', fraction: 0.5, cancel: () => void cancelled.push('project') }];
  app.store.turnSaving.value = saving;
  const shown: string[] = [];
  for (const next of [() => (app.store.turnSaving.value = null), () => (app.store.projectJobs.value = [])]) {
    shown.push(currentJob(app.store)!.shown!.text);
    runCommand(app, 'cancel');
    next();
  }
  expect(shown).toEqual(['Saving turntable', 'Saving level']);
  expect(cancelled).toEqual(['turn', 'project']);
  expect(currentJob(app.store)).toBeNull();
  expect(host.requests.map(({ name }) => name)).not.toContain('cancel');
});

it('is the project that began first, with the number of the others, and each can be cancelled', () => {
  const project = (name: string) => ({ text: `Saving ${name}`, fraction: 0.5, cancel: () => void cancelled.push(name) });
  const [one, two] = [ownJob(writable(app.store)), ownJob(writable(app.store))];
  one.show(project('one'));
  two.show(project('two'));
  // Progress does not change the order.
  one.show(project('one'));
  expect(currentJob(app.store)!.shown!.text).toBe('Saving one (1 of 2)');
  runCommand(app, 'cancel');
  one.end();
  expect(currentJob(app.store)!.shown!.text).toBe('Saving two');
  runCommand(app, 'cancel');
  two.end();
  expect(cancelled).toEqual(['one', 'two']);
  expect(currentJob(app.store)).toBeNull();
});

it('sends files before it reads their project, and Cancel stops what is shown', () => {
  app.store.projectJobs.value = [{ text: 'Saving level', fraction: 0.5, cancel: () => void cancelled.push('project') }];
  app.store.upload.value = { files: 2, fraction: 0.5, cancel: () => void cancelled.push('upload') };
  expect(currentJob(app.store)!.shown).toEqual({ text: 'Sending 2 files', fraction: 0.5 });
  runCommand(app, 'cancel');
  expect(cancelled).toEqual(['upload']);
});

it('shows the end of a turntable in the open dialog, also in one that was opened again', () => {
  app.shell.dialog.value = 'saveTurntable';
  saveTurntable(app);
  const { ended } = app.store.turnRequest.value;
  reportTurnSaving(app.store, saving);
  app.shell.dialog.value = null;
  app.shell.dialog.value = 'saveTurntable';
  const before = texts().length;
  ended(false, 'Saved');
  expect(app.store.turnOutcome.value).toEqual({ isError: false, text: 'Saved' });
  expect(texts().length).toBe(before);
  forgetTurnOutcome(app.store);
  app.shell.dialog.value = null;
  ended(true, 'Not saved');
  expect(app.store.turnOutcome.value).toBeNull();
  expect(texts().at(-1)).toBe('Not saved');
});

it('says why a walk does not start, and why its commands and those of the probe do nothing', () => {
  const why = (id: 'walk' | 'walkView' | 'saveWalk' | 'probeFollow' | 'pinProbe'): string | null => commandOf(id).whyNot!(app);
  expect(why('walkView')).toBe('Start a walk first: View > Walk.');
  expect(why('saveWalk')).toBe('No walk is recorded. Start one with Walk.');
  expect(why('probeFollow')).toBe('Choose the tool Probe first.');
  expect(why('pinProbe')).toBe('Place a probe first: choose the tool Probe and click a surface.');
  const pose = { target: [0, 100, 0], distance: 1, azimuthRadians: 0, elevationRadians: -1, projection: 'perspective' } as const;
  app.store.camera.value = { pose: { ...pose, target: [1000, -1000, 0] }, glides: false, by: null };
  expect(why('walk')).toBeNull();
  startWalk(app);
  expect(app.store.walk.value).toBeNull();
  expect(texts().at(-1)).toBe('There is no ground to walk on. Look at a floor, and start again.');
});

it('ends flying with a walk whose mesh is closed, and forgets the probe under the pointer', async () => {
  app.store.walk.value = { document } as unknown as NonNullable<typeof app.store.walk.value>;
  app.store.flies.value = true;
  app.store.probeHover.value = { document, shape: { kind: 'inside', point: [0, 0, 0] } };
  await app.session.close(document);
  expect([app.store.walk.value, app.store.flies.value, app.store.probeHover.value]).toEqual([null, false, null]);
});
