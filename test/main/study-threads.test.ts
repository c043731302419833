import { afterEach, describe, expect, it } from 'vitest';
import {
  checkHealth,
  createStudyHelpers,
  type HealthReport,
  type StudyHelpers,
  type StudyHelpersOptions,
  type StudyThread,
} from '#core/health';
import type { TriangleMesh } from '#core/mesh';
import { defaultValues, healthOptions, type HealthOptions } from '#core/options';
import { noProgress, type Progress } from '#core/progress';
import { startStudyThreads } from '../../main/worker/start-study-threads.ts';
import { seededRandom } from '../fixtures/random.ts';
import { ball, box, joined, meshOf, placed, soup } from '../fixtures/shapes.ts';

/** Node runs no TypeScript in a worker thread. */
const script = new URL('../../dist/main/worker/study-helper.js', import.meta.url);
const ready = 16;

type Start = Parameters<StudyThread['post']>[0];

interface Helped {
  readonly report: HealthReport;
  /** Parts that helpers walked, and all parts. */
  readonly parts: { helped: number; all: number };
  readonly levels: boolean;
}

const started: { readonly end: () => void }[] = [];
afterEach(() => {
  for (const { end } of started.splice(0)) end();
});

interface Given extends StudyHelpersOptions {
  readonly threads?: number;
  readonly options?: Partial<HealthOptions>;
  readonly progress?: Progress;
  readonly changed?: (start: Start) => Start | null;
}

/** Checks with helpers that have all started before the study begins with its tables. */
function checkWithHelpers(
  mesh: TriangleMesh,
  { threads = 2, options, progress = noProgress, changed = (start) => start, ...also }: Given,
): Helped {
  const workers = startStudyThreads(threads, script);
  started.push(workers);
  const starts: Start[] = [];
  const posts = workers.threads.map(({ post }) => ({
    post: (start: Start): void => {
      const sent = changed(start);
      if (sent === null) return;
      starts.push(sent);
      post(sent);
    },
  }));
  const helpers = createStudyHelpers(posts, { minTriangles: 1, ...also })!;
  const parts = { helped: 0, all: 0 };
  let levels = false;
  const watched: StudyHelpers = {
    ...helpers,
    instantiate: (...given) => {
      const kernel = helpers.instantiate(...given);
      for (const { control, helper } of starts) Atomics.wait(new Int32Array(control.words), ready + helper, 0, 20_000);
      return kernel;
    },
    takeLevels: () => (levels = helpers.takeLevels()),
    walk: (walk) => {
      const helped = helpers.walk(walk);
      if (helped === null) return null;
      const take = (part: number) => {
        const step = helped.take(part);
        parts.all++;
        if (step !== null) parts.helped++;
        return step;
      };
      return { ...helped, take };
    },
  };
  try {
    return { report: checkHealth(mesh, { ...defaultValues(healthOptions), ...options }, progress, undefined, watched), parts, levels };
  } finally {
    helpers.end();
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

describe('helpers of a study', () => {
  it('change nothing in the report, and walk parts', () => {
    for (const mesh of [crowd, coplanar]) {
      for (const threads of [1, 3]) {
        const { report, parts, levels } = checkWithHelpers(mesh, { threads });
        expect(report).toEqual(checkAlone(mesh));
        expect(levels).toBe(true);
        expect(parts.all).toBe(128);
        expect(parts.helped).toBeGreaterThan(0);
      }
    }
  });

  it('leave large stars and the levels behind them to the leading thread', () => {
    const mesh = joined([fan(100), crowd]);
    const { report, levels } = checkWithHelpers(mesh, {});
    expect(levels).toBe(false);
    expect(report).toEqual(checkAlone(mesh));
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
    const { report, parts } = checkWithHelpers(crowd, { threads: 1, streamWords: 20_000 });
    expect(parts.helped).toBeGreaterThan(0);
    expect(parts.helped).toBeLessThan(40);
    expect(report).toEqual(checkAlone(crowd));
  });

  it('may fail, or not start at all', () => {
    const report = checkAlone(coplanar);
    const failing = checkWithHelpers(coplanar, { changed: (start) => ({ ...start, bytes: 1024 }) });
    expect(failing).toEqual({ report, parts: { helped: 0, all: 128 }, levels: false });
    expect(checkWithHelpers(coplanar, { changed: () => null })).toEqual({ report, parts: { helped: 0, all: 0 }, levels: false });
  });

  it('end when progress throws, and help with the next study', () => {
    const stop = new Error('stop');
    const progress = (fraction: number): void => {
      if (fraction > 0.6) throw stop;
    };
    expect(() => checkWithHelpers(crowd, { progress })).toThrow(stop);
    expect(checkWithHelpers(crowd, {}).report).toEqual(checkAlone(crowd));
  });

  it('take one study: the first with enough triangles', () => {
    const { report, parts } = checkWithHelpers(crowd, { minTriangles: 10_000 });
    expect(report).toEqual(checkAlone(crowd));
    expect(parts.all).toBe(0);
  });
});
