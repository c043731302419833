import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  checkHealth,
  createStudyHelpers,
  type HealthReport,
  type StudyHelpers,
  type StudyHelpersOptions,
  type StudyThread,
} from '#core/health';
import { healthChecks } from '#core/health/health-checks';
import { joinWalk } from '#core/health/study/helpers/join-walk';
import type { LeadingThread } from '#core/health/study/helpers/leading-thread';
import {
  type ControlBuffers,
  controlWord,
  createControl,
  type HelperTask,
  helperTasks,
  openControl,
  partStates,
  taskAt,
  taskStates,
} from '#core/health/study/helpers/study-control';
import { studyMesh } from '#core/health/study/mesh-study';
import type { StartedStudyThreads } from '#core/job';
import { runCheck } from '#core/job/check-job';
import { type SharedStudyExports, theKernel } from '#core/kernel';
import { writeMeshBytes, type TriangleMesh } from '#core/mesh';
import { defaultValues, healthOptions, type HealthOptions } from '#core/options';
import { noProgress, type Progress } from '#core/progress';
import { startStudyThreads } from '../../main/worker/start-study-threads.ts';
import { seededRandom } from '../fixtures/random.ts';
import { ball, box, joined, meshOf, named, placed, soup, turned } from '../fixtures/shapes.ts';

/** Node runs no TypeScript in a worker thread. */
const script = new URL('../../dist/main/worker/study-helper.js', import.meta.url);
type Start = Parameters<StudyThread['post']>[0];

interface Helped {
  readonly report: HealthReport;
  /** Parts that helpers walked, and all parts of walks that they shared. */
  readonly parts: { helped: number; all: number };
  /** Tasks that a helper did, of those that the leading thread takes. */
  readonly tasks: readonly HelperTask[];
}

const started: { readonly end: () => void }[] = [];
afterEach(() => {
  for (const { end } of started.splice(0)) end();
});

interface Given extends StudyHelpersOptions {
  readonly workers?: StartedStudyThreads;
  readonly options?: Partial<HealthOptions>;
  readonly progress?: Progress;
  /** Returns what a helper gets; `null` if it does not start. */
  readonly changed?: (start: Start) => Start | null;
  /** When helpers have started: by default before all tasks, else when the leading thread has the edges, or the levels. */
  readonly startsAt?: 'begin' | 'stars' | 'levels';
  /** Tasks that the leading thread begins before a helper can. */
  readonly led?: readonly HelperTask[];
}

/** All tasks that the leading thread takes. */
const takenTasks = helperTasks.filter((task) => task !== 'sort');

function startWorkers(threads: number): StartedStudyThreads {
  const workers = startStudyThreads(threads, script);
  started.push(workers);
  return workers;
}

const longest = 30_000;

/** Waits until a word of a control block has another value. */
function waitWhile(control: ControlBuffers, word: number, value: number): void {
  const words = new Int32Array(control.words);
  for (const end = performance.now() + longest; Atomics.load(words, word) === value; )
    if (performance.now() > end || Atomics.wait(words, word, value, longest) === 'timed-out')
      throw new Error(`Word ${word} is still ${value}`);
}

/** Returns a leading thread with some calls replaced. */
function watched(lead: LeadingThread, calls: Partial<LeadingThread>): LeadingThread {
  return new Proxy(lead, {
    get: (target, name) => {
      const value: unknown = Reflect.get(name in calls ? calls : target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** Checks with helpers that begin all tasks but those of `led`, and that get a part of each walk, unless they are changed. */
function checkWithHelpers(
  mesh: TriangleMesh,
  { workers = startWorkers(2), options, progress, changed, startsAt = 'begin', led = [], ...also }: Given,
): Helped {
  const starts: Start[] = [];
  const posts: (() => void)[] = [];
  const threads = workers.threads.map(({ post }) => ({
    post: (start: Start): void => {
      const sent = changed === undefined ? start : changed(start);
      if (sent === null) return;
      starts.push(sent);
      posts.push(() => post(sent));
    },
  }));
  const startAll = (): void => {
    for (const post of posts.splice(0)) post();
    for (const { control, helper } of starts) waitWhile(control, controlWord.ready + helper, 0);
  };
  const helpers = createStudyHelpers(() => threads, { minTriangles: 1, ...also });
  const parts = { helped: 0, all: 0 };
  const tasks: HelperTask[] = [];
  const awaitBegun = (task: HelperTask): void => {
    const first = starts.find(({ helper }) => helper === 0);
    if (first !== undefined && posts.length === 0) waitWhile(first.control, taskAt(task), taskStates.pending);
  };
  const watch = (lead: LeadingThread): LeadingThread =>
    watched(lead, {
      findStars: () => {
        lead.findStars();
        if (startsAt === 'stars') startAll();
      },
      take: (task) => {
        awaitBegun(task);
        const result = lead.take(task);
        if (result !== null) tasks.push(task);
        return result;
      },
      takeStars: () => {
        awaitBegun('stars');
        const result = lead.takeStars();
        if (result !== null) tasks.push('stars');
        return result;
      },
      takeLevels: () => {
        awaitBegun('levels');
        const hasLevels = lead.takeLevels();
        if (hasLevels) tasks.push('levels');
        if (startsAt === 'levels') startAll();
        return hasLevels;
      },
      walk: (walk) => {
        const take = lead.walk(walk);
        if (take === null) return null;
        if (changed === undefined) waitWhile(starts[0]!.control, controlWord.states + walk.parts - 1, partStates.free);
        return (part) => {
          const step = take(part);
          parts.all++;
          if (step !== null) parts.helped++;
          return step;
        };
      },
    });
  const begin: StudyHelpers['begin'] = (...given) => {
    const lead = helpers.begin(...given);
    if (lead === null) return null;
    for (const task of led) lead.take(task);
    if (startsAt === 'begin') startAll();
    return watch(lead);
  };
  try {
    const report = checkHealth(mesh, { ...defaultValues(healthOptions), ...options }, progress, undefined, { ...helpers, begin });
    return { report, parts, tasks: takenTasks.filter((task) => tasks.includes(task)) };
  } finally {
    helpers.end();
  }
}

/** Returns the words for which the leading thread waits, in order, in a check with the report of one thread. */
function waitsOf(helpers: StudyHelpers, options: Partial<HealthOptions> = {}): readonly number[] {
  const report = checkAlone(flawed, options);
  const wait = vi.spyOn(Atomics, 'wait');
  try {
    expect(checkHealth(flawed, { ...defaultValues(healthOptions), ...options }, undefined, undefined, helpers)).toEqual(report);
    for (const [, , , milliseconds] of wait.mock.calls) expect(milliseconds).toBeLessThanOrEqual(5);
    return wait.mock.calls.map(([, at]) => at);
  } finally {
    wait.mockRestore();
  }
}

function checkAlone(mesh: TriangleMesh, options: Partial<HealthOptions> = {}): HealthReport {
  return checkHealth(mesh, { ...defaultValues(healthOptions), ...options });
}

/** Triangles around one vertex that are not flat. */
function fan(count: number): TriangleMesh {
  const rim = Array.from({ length: count }, (_, i) => (2 * Math.PI * i) / count);
  const indices = rim.flatMap((_, i) => [0, 1 + i, 1 + ((i + 1) % count)]);
  return meshOf([0, 0, 0, ...rim.flatMap((turn) => [Math.cos(turn), Math.sin(turn), Math.cos(3 * turn)])], indices);
}

/** Triangles that lie over each other, so little apart that they count as overlaps. */
function stack(count: number, next: () => number): TriangleMesh {
  const corners = Array.from({ length: count }, (_, i) => [
    next(),
    0,
    i * 1e-9,
    5 + next(),
    next(),
    i * 1e-9,
    next(),
    5 + next(),
    i * 1e-9,
  ]);
  return meshOf(
    corners.flat(),
    Array.from({ length: 3 * count }, (_, i) => i),
  );
}

const random = seededRandom(11);
const crowd = soup(6000, random, 1, 0.1);
const coplanar = joined([box(), placed(box(), 1, [0.5, 0, 0]), placed(ball(), 1, [0.2, 0.1, 0]), soup(3000, random, 1, 0.05)]);

/** With pieces that are inside out and nested, triangles on one line, exactly and nearly, with a corner twice, with coordinates that are not finite, and with duplicates. */
const flawed = joined([
  meshOf(
    [0, 0, 0, 0.1, 0.1, 0.1, 0.3, 0.3, 0.3, 1, 2, 3, NaN, 0, 1, 2, 1, Infinity, -0, 0, -0],
    [0, 1, 2, 0, 0, 3, 3, 4, 0, 1, 5, 3, 6, 3, 1, 0, 3, 1],
  ),
  // 0.1 + 0.2 is a little more than 0.3: the floating-point test cannot tell that this one has an area.
  meshOf([0.1, 0.1, 0.1, 0.2, 0.2, 0.2, 0.3, 0.3, 0.1 + 0.2], [0, 1, 2]),
  crowd,
  box(),
  box(),
  placed(turned(ball()), 1, [3, 0, 0]),
  placed(ball(), 0.5, [3, 0, 0]),
]);

describe('helpers of a study', () => {
  it('change nothing in the report, and walk parts', () => {
    for (const mesh of [crowd, coplanar, flawed]) {
      for (const threads of [1, 3]) {
        const { report, parts, tasks } = checkWithHelpers(mesh, { workers: startWorkers(threads) });
        expect(report).toEqual(checkAlone(mesh));
        expect(tasks).toEqual(takenTasks);
        expect(parts.all).toBe(128);
        expect(parts.helped).toBeGreaterThan(0);
      }
    }
  });

  it('leave large stars to the leading thread, and make the levels after that', () => {
    const mesh = joined([fan(100), crowd]);
    const { report, tasks, parts } = checkWithHelpers(mesh, {});
    expect(tasks).toEqual(takenTasks);
    expect(parts.helped).toBeGreaterThan(0);
    expect(report).toEqual(checkAlone(mesh));
  });

  it('share the walk if they start after the levels have been made', () => {
    const { report, tasks, parts } = checkWithHelpers(crowd, { startsAt: 'levels' });
    expect(tasks).toEqual([]);
    expect(parts.helped).toBeGreaterThan(0);
    expect(report).toEqual(checkAlone(crowd));
  });

  it('do what is left if they start when the leading thread has the edges', () => {
    for (const mesh of [flawed, joined([fan(100), crowd])]) {
      const { report, tasks } = checkWithHelpers(mesh, { startsAt: 'stars' });
      expect(tasks).toEqual(takenTasks.filter((task) => task !== 'around'));
      expect(report).toEqual(checkAlone(mesh));
    }
  });

  it('do not begin tasks that the leading thread has begun, and do those that need their result', () => {
    const mesh = joined([fan(100), flawed]);
    const report = checkAlone(mesh);
    const chosen: readonly (readonly HelperTask[])[] = [
      ...takenTasks.map((task) => [task]),
      ['flats', 'stars'],
      ['components', 'forms', 'pieces'],
      takenTasks,
    ];
    for (const led of chosen) {
      const helped = checkWithHelpers(mesh, { led });
      expect(helped.report).toEqual(report);
      expect(helped.tasks).toEqual(takenTasks.filter((task) => !led.includes(task)));
    }
  });

  it('change nothing where a walk comes to a limit', () => {
    // In the last three, the limit comes late in the walk, in a part that a helper takes if it is as fast as the leading thread.
    for (const mesh of [soup(1500, random, 0.1, 1), ...[36_000, 40_000, 44_000].map((count) => soup(count, random, 1, 0.05))]) {
      const report = checkAlone(mesh, { effort: 1 });
      expect(report.facts.selfIntersectingPairs).toBeNull();
      expect(checkWithHelpers(mesh, { options: { effort: 1 } }).report).toEqual(report);
    }
    expect(checkWithHelpers(crowd, { options: { maxPairs: 10 } }).report).toEqual(checkAlone(crowd, { maxPairs: 10 }));
  });

  it('change nothing where one test of a walk comes to its limit, and the walk goes on for the other', () => {
    for (const count of [270, 290, 340]) {
      const mesh = joined([stack(count, random), soup(200, random, 1, 0.5)]);
      const report = checkAlone(mesh, { effort: 1 });
      expect(report.facts.selfIntersectingPairs).toBeGreaterThan(10);
      expect(report.findings.find(({ code }) => code === 'coplanar-overlaps')).toMatchObject({ isAtLeast: true });
      expect(checkWithHelpers(mesh, { options: { effort: 1 } }).report).toEqual(report);
    }
  });

  it('leave the parts to the leading thread that have more pairs than there is room for', () => {
    const { report, parts } = checkWithHelpers(crowd, { workers: startWorkers(1), streamWords: 20_000 });
    expect(parts.helped).toBeGreaterThan(0);
    expect(parts.helped).toBeLessThan(40);
    expect(report).toEqual(checkAlone(crowd));
  });

  it('may fail at once, within a part, or not start at all', () => {
    const report = checkAlone(coplanar);
    // There is memory for counts and measures only.
    const small = checkWithHelpers(coplanar, { changed: (start) => ({ ...start, bytes: 1024 }) });
    expect(small).toEqual({ report, parts: { helped: 0, all: 128 }, tasks: ['around', 'flats', 'forms', 'pieces'] });
    // Without a stream, the first step of a part fails.
    const halfway = checkWithHelpers(coplanar, { changed: (start) => ({ ...start, control: { ...start.control, streams: [] } }) });
    expect(halfway).toEqual({ report, parts: { helped: 0, all: 128 }, tasks: takenTasks });
    const one = checkWithHelpers(coplanar, { changed: (start) => (start.helper === 0 ? null : start) });
    expect([one.report, one.tasks]).toEqual([report, []]);
    expect(checkWithHelpers(coplanar, { changed: () => null })).toEqual({ report, parts: { helped: 0, all: 0 }, tasks: [] });
    expect(checkWithHelpers(coplanar, { workers: { threads: [], end: () => {} } }).report).toEqual(report);
  });

  it('are not waited for where they wait for commands but begin none', () => {
    const post = ({ control, helper }: Start): void => void (new Int32Array(control.words)[controlWord.ready + helper] = 1);
    const helpers = createStudyHelpers(() => [{ post }, { post }], { minTriangles: 1 });
    expect(waitsOf(helpers)).toEqual([]);
    helpers.end();
  });

  describe('are waited for once, at most a moment, before stars and levels', () => {
    const { begun, pending } = taskStates;
    it.each([
      { helper: 'that is about to begin them', states: {}, waits: ['stars', 'levels'] },
      { helper: 'but not one that does an earlier task', states: { sort: begun }, waits: [] },
      { helper: 'but not one that has an earlier task to begin', states: { sort: pending }, waits: [] },
      { helper: 'but not one that does a later task', states: { pieces: begun }, waits: [] },
    ] as const)('$helper', ({ states, waits }) => {
      const controls: ControlBuffers[] = [];
      const post = ({ control, helper }: Start): void => {
        controls.push(control);
        new Int32Array(control.words)[controlWord.ready + helper] = 1;
      };
      const helpers = createStudyHelpers(() => [{ post }], { minTriangles: 1 });
      const begin: StudyHelpers['begin'] = (...given) => {
        const lead = helpers.begin(...given)!;
        const words = new Int32Array(controls[0]!.words);
        const setStates = (): void => {
          for (const [task, state] of Object.entries(states)) words[taskAt(task as HelperTask)] = state;
        };
        const findStars = (): void => {
          lead.findStars();
          for (const task of helperTasks.slice(0, helperTasks.indexOf('stars'))) words[taskAt(task)] = taskStates.leading;
          setStates();
        };
        const prepare: LeadingThread['prepare'] = (...prepared) => {
          lead.prepare(...prepared);
          setStates();
        };
        return watched(lead, { findStars, prepare });
      };
      expect(waitsOf({ ...helpers, begin }, { only: 'self-intersections' })).toEqual(waits.map(taskAt));
      expect(controls).toHaveLength(1);
      helpers.end();
    });
  });

  it('measure forms only where a check needs them', () => {
    const formsOf = (only: string): number => {
      const starts: Start[] = [];
      const changed = (start: Start): Start => {
        starts.push(start);
        return start;
      };
      const { report } = checkWithHelpers(flawed, { options: { only }, changed });
      expect(report).toEqual(checkAlone(flawed, { only }));
      return new Int32Array(starts[0]!.control.words)[taskAt('forms')]!;
    };
    expect(formsOf('self-intersections')).toBe(taskStates.pending);
    expect(formsOf('self-intersections,sliver-angle')).toBe(0);
  });

  it('do nothing for a walk that has ended', () => {
    const control = openControl(createControl(1, 1000));
    let isUsed = false;
    const kernel = new Proxy({} as SharedStudyExports, {
      get: () => {
        isUsed = true;
        throw new Error('stop');
      },
    });
    const helper = { kernel, control, number: 0, canWalk: false };
    for (const stop of [1, 0]) {
      control.words[controlWord.stop] = stop;
      joinWalk(helper);
      expect([isUsed, control.words[controlWord.walking]]).toEqual([stop === 0, 0]);
    }
  });

  it('end when progress throws, and help with the next study', () => {
    const workers = startWorkers(2);
    const stop = new Error('stop');
    const before = { walk: false };
    const progress = (fraction: number): void => {
      before.walk ||= fraction > 0.6;
      if (before.walk) throw stop;
    };
    expect(() => checkWithHelpers(crowd, { workers, progress })).toThrow(stop);
    const { report, parts } = checkWithHelpers(crowd, { workers });
    expect(report).toEqual(checkAlone(crowd));
    expect(parts.helped).toBeGreaterThan(0);
  });

  it('take one study: the first with enough triangles', () => {
    const { report, parts } = checkWithHelpers(crowd, { minTriangles: 10_000 });
    expect(report).toEqual(checkAlone(crowd));
    expect(parts.all).toBe(0);
  });

  it('are started by the job of a check, if it may use threads and needs pairs', () => {
    const large = joined([ball(360, 200), crowd]);
    const bytes = writeMeshBytes(large, (byteLength) => new ArrayBuffer(byteLength));
    const runs = (jobs: number, only: string): readonly [HealthReport, number] => {
      let threads = 0;
      const startThreads = (helpers: number): StartedStudyThreads => {
        threads += helpers;
        return startStudyThreads(helpers, script);
      };
      const host = {
        progress: noProgress,
        readSideFile: () => Promise.resolve(null),
        allocateMesh: (length: number) => new ArrayBuffer(length),
      };
      const request = { kind: 'check', mesh: bytes, options: { ...defaultValues(healthOptions), only }, jobs } as const;
      const { report } = runCheck(request, { ...host, startStudyThreads: startThreads });
      return [report, threads];
    };
    expect(runs(3, '')).toEqual([checkAlone(large), 2]);
    expect(runs(64, 'self-intersections')).toEqual([checkAlone(large, { only: 'self-intersections' }), 3]);
    expect(runs(3, 'boundary-loops')[1]).toBe(0);
    expect(runs(1, '')[1]).toBe(0);
  });
});

it('checks that need what helpers prepare wait for it', () => {
  const hull = named('UCX_ball', ball(9, 7));
  const mesh = joined([box(), ball(), soup(50, random), { ...hull, parts: hull.parts }]);
  const options = { ...defaultValues(healthOptions), effort: 1, thinWall: 0.1 };
  const needs: [string, string][] = [];
  for (const { code, find, waitsFor } of healthChecks) {
    const study = studyMesh(mesh, options, theKernel);
    const used = new Set<string>();
    const watched = new Proxy(study, {
      get: (target, name, receiver) => {
        if (typeof name === 'string') used.add(name);
        return Reflect.get(target, name, receiver) as unknown;
      },
    });
    find(watched, noProgress);
    const uses = (...names: string[]): boolean => names.some((name) => used.has(name));
    // Helpers measure forms only for these.
    if (uses('forms', 'medianEdge')) expect(`${code}: ${waitsFor}`).toBe(`${code}: forms`);
    const needed = uses('nearPairs', 'selfIntersections', 'coplanarOverlaps', 'solids')
      ? 'pairs'
      : uses('pieces')
        ? 'pieces'
        : uses('forms', 'medianEdge')
          ? 'forms'
          : uses('simpleStars')
            ? 'stars'
            : 'none';
    needs.push([`${code}: ${needed}`, `${code}: ${waitsFor ?? 'none'}`]);
  }
  expect(needs.map(([, waits]) => waits)).toEqual(needs.map(([needed]) => needed));
});
