import { describe, expect, it } from 'vitest';
import { identityTransform } from '#core/math/transform';
import { defaultValues } from '#core/options/option';
import { pairOptions } from '#core/options/pair-options';
import { createPairRunner, type PairRunner } from '../../../../renderer/state/pair/pair-runner.ts';
import { nothingWanted, type FromPairWorker, type ToPairWorker } from '../../../../renderer/state/pair/pair-messages.ts';
import { box, placed } from '../../../fixtures/shapes.ts';
import { treed } from '../../../fixtures/treed.ts';
import { createFakeClock } from '../fake-clock.ts';

const a = treed(box());
const b = treed(placed(box(), 1, [1, 0.5, 0.25]));
const request = { aFromB: identityTransform, options: defaultValues(pairOptions), maxContacts: 100 };

describe('the queries for the pair worker', () => {
  it('start one worker, which is handed each mesh once', () => {
    const { runner, workers } = begin(true);
    for (let i = 0; i < 3; i++) runner.query(a, b, request);
    expect(workers).toHaveLength(1);
    expect(workers[0]!.posted.map(({ kind }) => kind)).toEqual(['begin', 'hold', 'hold', 'query', 'query', 'query']);
    runner.query(a, a, request);
    expect(workers[0]!.posted.slice(6)).toMatchObject([
      { kind: 'hold', side: 'b', bytes: { positions: a.mesh.positions } },
      { kind: 'query', serial: 4 },
    ]);
  });

  it('say in shared memory which one is wanted, and that none is', () => {
    const { runner, workers } = begin(true);
    runner.query(a, b, request);
    const { wanted } = workers[0]!.posted[0] as Extract<ToPairWorker, { kind: 'begin' }>;
    expect(wanted![0]).toBe(1);
    runner.query(a, b, request);
    expect(wanted![0]).toBe(2);
    runner.stop();
    expect(wanted![0]).toBe(nothingWanted);
    expect(workers[0]!.terminated).toBe(false);
  });

  it('end the worker with the moving mesh, and start another for the next', () => {
    const { runner, workers } = begin(true);
    runner.query(a, b, request);
    runner.end();
    expect(workers[0]!.terminated).toBe(true);
    expect(runner.query(a, b, request)).toBe(2);
    expect(workers[1]!.posted.map(({ kind }) => kind)).toEqual(['begin', 'hold', 'hold', 'query']);
  });

  it('report a lost worker in one line, ignore its later messages, and start another for the next', () => {
    const { runner, workers, told } = begin(true);
    runner.query(a, b, request);
    workers[0]!.lose('out of memory');
    expect(told).toMatchObject([{ kind: 'failed', serial: 1, problem: { code: 'worker-lost', detail: 'out of memory' } }]);
    workers[0]!.say({ kind: 'overlap', serial: 1, overlap: true });
    workers[0]!.lose('again');
    expect(told).toHaveLength(1);
    runner.query(a, b, request);
    expect(workers).toHaveLength(2);
    workers[1]!.say({ kind: 'overlap', serial: 2, overlap: true });
    expect(told.at(-1)).toEqual({ kind: 'overlap', serial: 2, overlap: true });
  });

  it('with shared memory too, replace a worker that does not stop in time, and send the next query to another', () => {
    const { runner, workers, clock } = begin(true);
    runner.query(a, b, request);
    clock.pass(5000);
    runner.stop();
    expect(workers[0]!.posted.at(-1)).toEqual({ kind: 'ping', serial: 2 });
    workers[0]!.say({ kind: 'progress', serial: 1, fraction: 0.5 });
    clock.pass(1100);
    expect(workers[0]!.terminated).toBe(true);
    expect(workers).toHaveLength(1);
    expect(runner.query(a, b, request)).toBe(3);
    expect(workers[1]!.posted.map(({ kind }) => kind)).toEqual(['begin', 'hold', 'hold', 'query']);
  });

  it('with shared memory, leave a worker that hears of Stop, and one that had nothing to do', () => {
    const { runner, workers, told, clock } = begin(true);
    runner.query(a, b, request);
    runner.stop();
    workers[0]!.say({ kind: 'pong', serial: 2 });
    runner.stop();
    runner.query(a, b, request);
    workers[0]!.say({ kind: 'contacts', serial: 3, pairContacts: null });
    runner.stop();
    clock.pass(5000);
    expect(workers[0]!.terminated).toBe(false);
    expect(workers[0]!.posted.filter(({ kind }) => kind === 'ping')).toHaveLength(1);
    expect(told).toEqual([{ kind: 'contacts', serial: 3, pairContacts: null }]);
  });

  it('with shared memory too, replace a worker that continues a replaced query', () => {
    const { runner, workers, clock } = begin(true);
    runner.query(a, b, request);
    runner.query(a, b, { ...request, maxContacts: 7 });
    clock.pass(1100);
    expect(workers[0]!.terminated).toBe(true);
    expect(workers[1]!.posted.at(-1)).toMatchObject({ kind: 'query', serial: 2, maxContacts: 7 });
  });

  it('without shared memory, replace a worker that does not hear of a newer one in time', () => {
    const { runner, workers, clock } = begin(false);
    runner.query(a, b, request);
    clock.pass(5000);
    expect(workers).toHaveLength(1);
    runner.query(a, b, request);
    clock.pass(600);
    runner.query(a, b, { ...request, maxContacts: 7 });
    // Telling progress is no sign that it hears.
    workers[0]!.say({ kind: 'progress', serial: 1, fraction: 0.5 });
    clock.pass(600);
    expect(workers[0]!.terminated).toBe(true);
    expect(workers[1]!.posted.at(-1)).toMatchObject({ kind: 'query', serial: 3, maxContacts: 7 });
    expect(workers[1]!.posted[0]).toEqual({ kind: 'begin', wanted: null });
  });

  it('without shared memory, keep a worker that finishes newer queries, each replaced in turn, and none that was stopped', () => {
    const { runner, workers, clock } = begin(false);
    for (let i = 0; i < 20; i++) {
      runner.query(a, b, request);
      clock.pass(300);
      // It always is one question behind.
      if (i > 0)
        workers[0]!.say(i % 2 === 0 ? { kind: 'overlap', serial: i, overlap: true } : { kind: 'progress', serial: i, fraction: 0.5 });
    }
    workers[0]!.say({ kind: 'progress', serial: 20, fraction: 0.5 });
    clock.pass(5000);
    expect(workers).toHaveLength(1);
    expect(workers[0]!.terminated).toBe(false);
    runner.stop();
    expect(workers[0]!.terminated).toBe(true);
  });

  it('without shared memory, go on waiting when what comes late was said before the newer one', () => {
    const { runner, workers, clock } = begin(false);
    runner.query(a, b, request);
    runner.query(a, b, request);
    workers[0]!.say({ kind: 'overlap', serial: 1, overlap: true });
    clock.pass(1100);
    expect(workers[0]!.terminated).toBe(true);
    expect(workers[1]!.posted.at(-1)).toMatchObject({ kind: 'query', serial: 2 });
  });

  it('without shared memory, wait again for the newest if a worker has received one between', () => {
    const { runner, workers, clock } = begin(false);
    for (let i = 0; i < 3; i++) runner.query(a, b, request);
    clock.pass(600);
    workers[0]!.say({ kind: 'overlap', serial: 2, overlap: true });
    clock.pass(600);
    expect(workers[0]!.terminated).toBe(false);
    clock.pass(600);
    expect(workers[0]!.terminated).toBe(true);
  });
});

interface FakeWorker {
  readonly posted: ToPairWorker[];
  readonly terminated: boolean;
  say(message: FromPairWorker): void;
  lose(reason: string): void;
}

function begin(shared: boolean): {
  runner: PairRunner;
  workers: FakeWorker[];
  told: FromPairWorker[];
  clock: ReturnType<typeof createFakeClock>;
} {
  const workers: FakeWorker[] = [];
  const told: FromPairWorker[] = [];
  const clock = createFakeClock();
  const runner = createPairRunner({
    shared,
    after: clock.after,
    receive: (message) => told.push(message),
    spawn(say, lose) {
      const worker = { posted: [] as ToPairWorker[], terminated: false, say, lose };
      workers.push(worker);
      return {
        post: (message) => void worker.posted.push(message),
        terminate: () => void (worker.terminated = true),
      };
    },
  });
  return { runner, workers, told, clock };
}
