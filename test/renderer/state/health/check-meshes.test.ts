import { beforeEach, describe, expect, test } from 'vitest';
import { checkHealth } from '#core/health/report/check-health';
import { maxIgnored, type IgnoredFinding } from '#core/ignored-finding';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import { box, joined } from '../../../fixtures/shapes.ts';
import { findingAfter, ignore } from '../../../../renderer/commands/finding-actions.ts';
import { describeFinding } from '../../../../renderer/commands/describe-findings.ts';
import { wholeText } from '../../../../renderer/commands/long-text.ts';
import { select } from '../../../../renderer/commands/actions.ts';
import { createHealthChecker, type HealthChecker } from '../../../../renderer/state/health/check-meshes.ts';
import { itemOfTriangle } from '../../../../renderer/state/health/findings.ts';
import { noFindings, findingNamed, type DocumentFindings } from '../../../../renderer/state/health/health-query.ts';
import { withDocumentReplaced } from '../../../../renderer/state/documents/replace-document.ts';
import { withIgnoredList } from '../../../../renderer/state/store/scene-edits.ts';
import type { WritableStore } from '../../../../renderer/state/store/store.ts';
import type { FromHealthWorker, ToHealthWorker } from '../../../../renderer/state/health/health-messages.ts';
import { serveHealth } from '../../../../renderer/workers/serve-health.ts';
import { openDocument, storeWith } from '../../scene/scene-fixture.ts';

/** Two boxes that cross, one of them open on a side, and a second mesh without a fault. */
const hurt = joined([{ ...box(), indices: box().indices.slice(0, 30) }, box([0, 0, 0], [3, 0.5, 0.5])]);

interface FakeWorker {
  readonly question: ToHealthWorker;
  readonly message: (message: FromHealthWorker) => void;
  readonly lost: (reason: string) => void;
  ended: boolean;
}

let store: WritableStore;
let checker: HealthChecker;
let workers: FakeWorker[];
let reported: string[];

beforeEach(() => {
  reported = [];
  workers = [];
  store = storeWith([hurt, box()]);
  checker = createHealthChecker(store, {
    spawn: (question, message, lost) => {
      const worker: FakeWorker = { question, message, lost, ended: false };
      workers.push(worker);
      return { terminate: () => (worker.ended = true) };
    },
  });
});

/** What the newest worker would do by itself. */
function serve(): void {
  const { question, message } = workers.at(-1)!;
  serveHealth(question, message, () => 0);
}

function status(document: number): string | undefined {
  return store.health.value.get(document)?.status.kind;
}

function findings(): DocumentFindings {
  return store.findings.value.get(1) ?? noFindings;
}

describe('checking meshes', () => {
  test('runs one check after the other, reports progress, and finds the same as the core', () => {
    checker.check([1, 2]);
    expect([workers.length, status(1), status(2)]).toEqual([1, 'running', 'waiting']);
    workers[0]!.message({ kind: 'progress', fraction: 0.5 });
    expect(store.health.value.get(1)?.status).toEqual({ kind: 'running', fraction: 0.5 });
    serve();
    expect(store.health.value.get(1)?.outcome?.report).toEqual(checkHealth(hurt, defaultValues(healthOptions)));
    expect([workers.length, workers[0]!.ended, status(1), status(2)]).toEqual([2, true, 'done', 'running']);
    serve();
    expect(store.findings.value.get(2)!.list).toEqual([]);
  });

  test('is cancelled as a whole, and a lost worker is reported', () => {
    checker.check([1, 2]);
    checker.stop();
    expect([workers[0]!.ended, status(1), status(2)]).toEqual([true, 'failed', 'failed']);
    workers[0]!.message({ kind: 'progress', fraction: 0.9 });
    expect(status(1)).toBe('failed');
    checker.check([1]);
    workers.at(-1)!.lost('out of memory');
    expect(store.health.value.get(1)?.status).toMatchObject({ kind: 'failed', problem: { code: 'worker-lost' } });
  });

  test('a closed document is dropped, and the next in line is checked', () => {
    checker.check([1, 2]);
    store.documents.value = store.documents.value.slice(1);
    expect([workers[0]!.ended, workers.length, store.health.value.has(1), status(2)]).toEqual([true, 2, false, 'running']);
  });

  test('other options repeat only the checks that they affect', () => {
    checker.setOptions({ ...defaultValues(healthOptions), sliverAngle: 5 });
    expect(workers).toHaveLength(0);
    checker.check([1]);
    serve();
    checker.setOptions({ ...defaultValues(healthOptions), sliverAngle: 50 });
    expect(workers.at(-1)!.question.options.sliverAngle).toBe(50);
    serve();
    expect(findingNamed(findings(), 'sliver-angle')).not.toBeNull();
  });

  test("a file of an engine is compared with that engine, unless another is chosen for it, which changes no other document's", () => {
    const [own, other] = store.documents.value;
    const summary = { ...own!.summary, mesh: { ...own!.summary.mesh!, format: 'bullet-shapes' as const } };
    store.documents.value = [{ ...own!, summary }, other!];
    const engineOf = (id: number): string => {
      if (status(id) !== 'running') checker.check([id]);
      const { engine } = workers.at(-1)!.question.options;
      serve();
      return engine;
    };
    expect([engineOf(1), engineOf(2)]).toEqual(['bullet', 'none']);
    checker.chooseEngine(2, 'mujoco');
    while (workers.some(({ ended }) => !ended) && (status(1) === 'running' || status(2) === 'running')) serve();
    expect([engineOf(1), engineOf(2), store.healthOptions.value.engine]).toEqual(['bullet', 'mujoco', 'mujoco']);
    checker.chooseEngine(1, 'none');
    expect([engineOf(1), engineOf(2)]).toEqual(['none', 'mujoco']);
    for (const [id, replaces] of [
      [7, 1],
      [8, 7],
    ] as const) {
      const reloaded = { ...openDocument(id, hurt).summary, mesh: summary.mesh, replaces };
      store.documents.value = [{ ...openDocument(id, hurt), summary: reloaded }, store.documents.value[1]!];
      expect(engineOf(id)).toBe('none');
    }
    store.documents.value = [store.documents.value[1]!];
    expect([...store.heldBy.value]).toEqual([]);
  });

  test('an engine and the shape that it holds are chosen with one check, for a document that was checked and one that was not', () => {
    checker.chooseEngine(1, 'jolt', 'hull');
    expect(workers.map(({ question }) => [question.options.engine, question.options.engineShape])).toEqual([['jolt', 'hull']]);
    // Chosen while the first check runs.
    checker.chooseEngine(1, 'jolt', 'triangles');
    serve();
    checker.chooseEngine(1, 'physx', 'hull');
    serve();
    expect(workers.map(({ question }) => [question.options.engine, question.options.engineShape]).slice(1)).toEqual([
      ['jolt', 'triangles'],
      ['physx', 'hull'],
    ]);
    expect([workers.length, status(1), status(2)]).toEqual([3, 'done', undefined]);
  });

  test('a shape that is chosen with the engine of one file repeats the checks of all documents, each once', () => {
    const [own, other] = store.documents.value;
    const summary = { ...own!.summary, mesh: { ...own!.summary.mesh!, format: 'bullet-shapes' as const } };
    store.documents.value = [{ ...own!, summary }, other!];
    checker.check([2]);
    serve();
    checker.chooseEngine(1, 'jolt', 'hull');
    serve();
    serve();
    expect(workers.slice(1).map(({ question }) => [question.options.engine, question.options.engineShape])).toEqual([
      ['none', 'hull'],
      ['jolt', 'hull'],
    ]);
    expect([status(1), status(2)]).toEqual(['done', 'done']);
  });

  test('what takes the place of a checked document is checked too', () => {
    checker.check([1]);
    serve();
    const again = openDocument(7, hurt);
    store.documents.value = [...store.documents.value, { ...again, summary: { ...again.summary, replaces: 1 } }];
    expect([workers.length, status(7)]).toEqual([2, 'running']);
  });
});

describe('findings', () => {
  beforeEach(() => {
    checker.check([1]);
    serve();
  });

  test('are gone through place by place, over those that are ignored, and around the end', () => {
    const crossings = findingNamed(findings(), 'self-intersections')!;
    const holes = findingNamed(findings(), 'boundary-loops')!;
    expect(findings().list.map(({ name }) => name)).toEqual(['boundary-loops', 'self-intersections']);
    const first = { kind: 'finding', document: 1, name: 'boundary-loops', item: 0 } as const;
    expect(findingAfter(store, 1, null, 1)).toEqual(first);
    expect(findingAfter(store, 1, first, 1)).toEqual({ ...first, name: 'self-intersections' });
    expect(findingAfter(store, 1, first, -1)).toEqual({ ...first, name: 'self-intersections', item: crossings.count - 1 });
    ignore({ store, session: { inform: (text) => reported.push(text) } }, 1, crossings, 0, 'seen');
    expect(findingAfter(store, 1, first, 1)).toEqual({ ...first, name: 'self-intersections', item: 1 });
    ignore({ store, session: { inform: (text) => reported.push(text) } }, 1, holes, null, 'a sheet');
    expect(findingAfter(store, 1, { ...first, name: 'self-intersections', item: crossings.count - 1 }, 1)).toEqual({
      ...first,
      name: 'self-intersections',
      item: 1,
    });
  });

  test('beyond the readable size are not ignored, with a message', () => {
    const full = Array.from(
      { length: maxIgnored },
      (_, i): IgnoredFinding => ({ code: 'self-intersections', detail: null, elements: [i, 1_000_000], reason: 'before' }),
    );
    store.history.change('Ignore many', (scene) => withIgnoredList(scene, 1, full));
    ignore({ store, session: { inform: (text) => reported.push(text) } }, 1, findingNamed(findings(), 'boundary-loops')!, null, 'one more');
    expect(store.scene.value.ignored.get(1)).toBe(full);
    expect(reported).toEqual([
      'There are more than 10000 ignored findings. Ignore whole findings, or change the thresholds of the checks.',
    ]);
  });

  test('that are ignored stay so after another check, and whole types also in a reloaded file', () => {
    ignore(
      { store, session: { inform: (text) => reported.push(text) } },
      1,
      findingNamed(findings(), 'self-intersections')!,
      2,
      'meant so',
    );
    ignore({ store, session: { inform: (text) => reported.push(text) } }, 1, findingNamed(findings(), 'boundary-loops')!, null, 'a sheet');
    checker.check([1]);
    serve();
    expect(findings().ignored.get('self-intersections')!.items).toEqual(new Map([[2, 'meant so']]));
    expect(findings().open.map(({ name }) => name)).toEqual(['self-intersections']);
    const replaced = withDocumentReplaced(store.scene.value, store.documents.value[0]!, openDocument(9, hurt));
    expect(replaced.ignored.get(9)).toEqual([{ code: 'boundary-loops', detail: null, elements: null, reason: 'a sheet' }]);
    store.history.undo();
    store.history.undo();
    expect(findings().open).toHaveLength(2);
  });

  test('a selected location becomes its type after another check, and the document if the type is gone', () => {
    select(store, { kind: 'finding', document: 1, name: 'self-intersections', item: 3 });
    checker.check([1]);
    serve();
    expect(store.scene.value.selection).toEqual({ kind: 'finding', document: 1, name: 'self-intersections', item: null });
    store.documents.value = [{ ...store.documents.value[0]!, mesh: openDocument(1, box()).mesh }, store.documents.value[1]!];
    checker.check([1]);
    serve();
    expect(store.scene.value.selection).toEqual({ kind: 'document', document: 1 });
  });

  test('lead from a triangle to their place, and are copied with every element', () => {
    const { elements, count } = findingNamed(findings(), 'self-intersections')!;
    for (let item = 0; item < count; item++) {
      const found = itemOfTriangle(hurt, elements!, elements!.words[2 * item + 1]!)!;
      expect([...elements!.words.subarray(2 * found, 2 * found + 2)]).toContain(elements!.words[2 * item + 1]);
    }
    const rows = wholeText(describeFinding(store, 1, 'self-intersections', null))
      .split('\n')
      .map((line) => line.split('\t'));
    expect(rows[0]).toEqual(['self-intersections', 'triangle', 'triangle', 'part', 'state']);
    expect(rows.slice(1).flatMap(([, a, b]) => [Number(a), Number(b)])).toEqual([...elements!.words]);
    const holes = findingNamed(findings(), 'boundary-loops')!.elements!;
    expect(wholeText(describeFinding(store, 1, 'boundary-loops', 0)).split('\n')).toHaveLength(holes.words.length / 2 + 1);
    for (const triangle of holes.triangles) expect(itemOfTriangle(hurt, holes, triangle)).toBe(0);
  });
});
