import { beforeEach, expect, test } from 'vitest';
import { checkHealth } from '#core/health/report/check-health';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import type { SampleSummary } from '#host-api';
import { nextLesson, openSample, repairLesson, stageOf } from '../../../renderer/commands/sample-actions.ts';
import { ball, turned } from '../../fixtures/shapes.ts';
import { fakeAppWithBox, type FakeApp } from '../fake-app.ts';
import { settled, type FakeHost } from '../fake-host.ts';

const sample: SampleSummary = {
  name: 'inside-out',
  title: 'Inside out',
  group: 'Winding',
  triangles: 12,
  lesson: { finding: 'inside-out-pieces', text: 'See.', repairs: ['fix-winding'], values: { weld: 0 } },
};

let app: FakeApp;
let host: FakeHost;
let listed: string[];

beforeEach(async () => {
  ({ app, host } = await fakeAppWithBox());
  listed = [];
  app = {
    ...app,
    health: { ...app.health, check: ([id]) => check(id!) },
    shell: { ...app.shell, showList: (id) => void listed.push(id), showWorkspace: (name) => void listed.push(name) },
  };
});

/** As the checker does, at once. */
function check(id: number): void {
  const mesh = app.store.documents.peek().find(({ summary }) => summary.id === id)!.mesh!.mesh;
  const options = defaultValues(healthOptions);
  const outcome = { mesh, options, report: checkHealth(mesh, options), shapes: null, milliseconds: 1 };
  app.store.health.value = new Map([[id, { status: { kind: 'done' }, outcome }]]);
}

async function opened(of: SampleSummary): Promise<number> {
  const id = host.begin('sample.obj');
  host.openNext([id]);
  const opening = openSample(app, of);
  host.parsed(id, turned(ball(8, 4)));
  await settled();
  await opening;
  return id;
}

test('a sample with a defect opens alone, with its finding chosen, framed and listed', async () => {
  const id = await opened(sample);
  const { selection, hidden } = app.store.scene.value;
  expect(selection).toMatchObject({ kind: 'finding', document: id, name: 'inside-out-pieces', item: 0 });
  expect(app.store.frameRequest.value.target).toMatchObject({ kind: 'finding', document: id });
  expect(hidden.size).toBe(1);
  expect(listed).toEqual(['health', 'findings']);
  expect(app.store.lesson.value).toMatchObject({ document: id, sample: { name: 'inside-out' } });
});

test('its button opens the repair dialog with the repair and the values of the lesson', async () => {
  await opened(sample);
  repairLesson(app, app.store.lesson.value!);
  expect(app.shell.dialog.value).toBe('repair');
  expect(app.shell.repairWanted.value).toEqual({ repairs: ['fix-winding'], finding: 'inside-out-pieces', values: { weld: 0 } });
});

test('it is at the stage of its defect, and at none while another mesh is active; after the last lesson comes the first', async () => {
  const id = await opened(sample);
  const lesson = app.store.lesson.value!;
  expect(stageOf(app.store, lesson)).toBe('defect');
  app.store.history.undo();
  app.store.history.undo();
  app.store.history.undo();
  expect(app.store.scene.value.activeDocument).not.toBe(id);
  expect(stageOf(app.store, lesson)).toBeNull();
  const other = { ...sample, name: 'hole' };
  app.store.samples.value = [{ name: 'knot', title: '', group: '', triangles: 1 }, other, sample];
  expect(nextLesson(app.store, lesson)?.name).toBe('hole');
});

test('a sample without a lesson is only opened', async () => {
  await opened({ name: 'knot', title: 'A knot', group: 'Meshes', triangles: 12 });
  expect(app.store.lesson.value).toBeNull();
  expect(listed).toEqual([]);
});
