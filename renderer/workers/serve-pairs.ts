import { InspectorError, toErrorData } from '#core/error';
import { contactCurves, curveOfEachContact } from '#core/pair/contact/contact-curves';
import { contacts } from '#core/pair/contact/contacts';
import type { StartedCrew } from '#core/job/job-host';
import { loadPair, type LoadedPair } from '#core/pair/loaded/load-pair';
import { loadPairTogether } from '#core/pair/loaded/load-pair-together';
import { pairs, surfacesIntersect } from '#core/pair/pairs/pairs';
import type { TreedMesh } from '#core/pair/treed-mesh';
import type { Progress } from '#core/progress';
import { minForThreads } from '#core/tree/build-tree-together';
import { openTree } from '#core/tree/open-tree';
import type { HeldBytes } from '../state/store/held-bytes.ts';
import { orderByMovingMesh, type PairMeeting, type PairsFound } from '../state/pair/pair-query.ts';
import { nothingWanted, type FromPairWorker, type PairQuestion, type PairSide, type ToPairWorker } from '../state/pair/pair-messages.ts';

/** What the worker needs of its thread. */
export interface PairWorkerPort {
  post(message: FromPairWorker, transfer: ArrayBuffer[]): void;
  /** Resolves after messages that wait have been received. */
  turn(): Promise<void>;
  now(): number;
  /** How many threads may help to build the trees of large meshes; 0 where memory cannot be shared. */
  readonly helpers: number;
  startCrew(helpers: number): StartedCrew;
}

/** A step that a newer question has overtaken may still take so long, ms: shorter ones are all told while a moving mesh is dragged. */
export const overtakenGrace = 250;
/** Triangles of both meshes that WebAssembly gets before their first question is answered; more come to it behind the first answer, unless another question waits. */
const quicklyLoaded = 1 << 17;
/** Between two tellings of progress, ms. */
const progressEvery = 100;

type Ask = Extract<ToPairWorker, { kind: 'ask' }>;

/**
 * Answers questions about two meshes, the newest first; those between it and the one under way are never begun. Returns
 * the function that takes messages.
 *
 * Whether the surfaces meet at all is told first: it costs little, however often they meet.
 */
export function servePairs(port: PairWorkerPort): (message: ToPairWorker) => void {
  const held: Record<PairSide, TreedMesh | null> = { a: null, b: null };
  /** The pair in the memory of WebAssembly; `undefined` until that was tried. */
  let loaded: LoadedPair | null | undefined;
  let wanted: Int32Array | null = null;
  let next: Ask | null = null;
  let running = false;

  const isOvertaken = (serial: number): boolean => (wanted === null ? next !== null : Atomics.load(wanted, 0) !== serial);
  const isStopped = (): boolean => wanted !== null && Atomics.load(wanted, 0) === nothingWanted;

  async function run(): Promise<void> {
    running = true;
    while (next !== null) {
      const ask = next;
      next = null;
      await answer(ask);
    }
    running = false;
  }

  async function answer(ask: Ask): Promise<void> {
    const { serial } = ask;
    try {
      const { a, b } = held;
      if (a === null || b === null) return;
      if (loaded === undefined && a.tree.meshTriangles + b.tree.meshTriangles <= quicklyLoaded)
        loaded = loadPair(a, b, { buildsWide: true });
      const steps = pairSteps(a, b, loaded ?? null, ask, progress);
      let stepStart = port.now();
      let told = stepStart;
      function progress(fraction: number): void {
        const now = port.now();
        if (isStopped() || (isOvertaken(serial) && now - stepStart > overtakenGrace)) throw overtaken();
        if (now - told < progressEvery) return;
        told = now;
        port.post({ kind: 'progress', serial, fraction }, []);
      }
      for (const step of steps) {
        port.post({ serial, ...step }, buffersOf(step));
        await port.turn();
        if (isOvertaken(serial)) return;
        stepStart = port.now();
      }
      // Where nobody could say that it is asked again, it would not hear.
      if (loaded === undefined && wanted !== null) await load(a, b, serial);
    } catch (thrown) {
      const problem = toErrorData(thrown);
      if (problem.code !== 'cancelled') port.post({ kind: 'failed', serial, problem }, []);
    }
  }

  /** By several threads where there are some, since a person may ask again any moment; messages are taken meanwhile. */
  async function load(a: TreedMesh, b: TreedMesh, serial: number): Promise<void> {
    const start = port.now();
    const isWorthThreads = port.helpers > 0 && Math.max(a.tree.meshTriangles, b.tree.meshTriangles) >= minForThreads;
    const started = isWorthThreads ? port.startCrew(port.helpers) : null;
    try {
      const answer = await loadPairTogether(a, b, started?.crew ?? null, () => {
        if (isOvertaken(serial)) throw overtaken();
      });
      if (held.a !== a || held.b !== b) return;
      loaded = answer?.pair ?? null;
      if (answer !== null)
        port.post(
          {
            kind: 'loaded',
            serial,
            built: answer.built,
            together: answer.together,
            threads: 1 + port.helpers,
            milliseconds: port.now() - start,
          },
          [],
        );
    } finally {
      started?.end();
    }
  }

  return (message) => {
    switch (message.kind) {
      case 'begin':
        wanted = message.wanted;
        return;
      case 'hold':
        held[message.side] = treed(message.bytes);
        loaded = undefined;
        return;
      case 'ask':
        next = message;
        if (!running) void run();
        return;
      case 'hear':
        port.post({ kind: 'heard', serial: message.serial }, []);
    }
  };
}

type Step =
  | { readonly kind: 'meets'; readonly overlap: boolean }
  | { readonly kind: 'found'; readonly found: PairsFound }
  | { readonly kind: 'meeting'; readonly meeting: PairMeeting | null };

/** The work of one question, step by step. Surfaces that are apart need no second walk. */
function* pairSteps(
  a: TreedMesh,
  b: TreedMesh,
  loaded: LoadedPair | null,
  { aFromB, options, maxContacts }: PairQuestion,
  progress: Progress,
): Generator<Step> {
  let start = performance.now();
  const { overlap, stats } = surfacesIntersect(a, b, aFromB, progress, loaded);
  yield { kind: 'meets', overlap };
  if (!overlap) {
    const none = new Uint32Array();
    yield {
      kind: 'found',
      found: { overlap, pairCount: 0, pairs: none, trianglesA: none, trianglesB: none, stats, milliseconds: performance.now() - start },
    };
    yield { kind: 'meeting', meeting: meetingOf(a, b, aFromB, none, progress) };
    return;
  }
  start = performance.now();
  const answer = pairs(a, b, aFromB, options, progress, loaded);
  // Posting the pairs takes their memory away.
  const found = answer.pairs.slice();
  yield { kind: 'found', found: { ...answer, milliseconds: performance.now() - start } };
  yield { kind: 'meeting', meeting: answer.pairCount > maxContacts ? null : meetingOf(a, b, aFromB, found, progress) };
}

/** Where joining lines begins in the progress of the last step. */
const linesFrom = 0.5;

function meetingOf(a: TreedMesh, b: TreedMesh, aFromB: PairQuestion['aFromB'], found: Uint32Array, progress: Progress): PairMeeting {
  const start = performance.now();
  const all = contacts(a.mesh, b.mesh, aFromB, found, (fraction) => progress(linesFrom * fraction));
  const loops = contactCurves(all, a.mesh, b.mesh, aFromB, (fraction) => progress(linesFrom + (1 - linesFrom) * fraction));
  const loopOfContact = curveOfEachContact(loops, all.kinds.length);
  const byMovingMesh = orderByMovingMesh(all);
  return { contacts: all, loops, loopOfContact, byMovingMesh, milliseconds: performance.now() - start };
}

function treed({ positions, indices, tree }: HeldBytes): TreedMesh {
  return { mesh: { positions, indices, parts: [] }, tree: openTree(tree) };
}

/** Arrays of a step are handed over, not copied. */
function buffersOf(step: Step): ArrayBuffer[] {
  const arrays: unknown[] = [];
  if (step.kind === 'found') arrays.push(...Object.values(step.found));
  if (step.kind === 'meeting' && step.meeting !== null) {
    const { contacts: all, loops, loopOfContact, byMovingMesh } = step.meeting;
    arrays.push(...Object.values(all), ...Object.values(loops), loopOfContact, byMovingMesh);
  }
  const buffers = arrays.flatMap((array) => (ArrayBuffer.isView(array) && array.buffer instanceof ArrayBuffer ? [array.buffer] : []));
  return [...new Set(buffers)];
}

function overtaken(): InspectorError {
  return new InspectorError({
    code: 'cancelled',
    message: 'A newer question has overtaken this one',
    fix: 'Wait for its answer',
    location: {},
  });
}
