import { type SharedStudyExports, instantiateSharedStudy, theSharedStudy } from '../../../kernel/index.ts';
import type { LiveCurve } from '../near-pairs/live-curve.ts';
import type { HelperStart } from './helper-start.ts';
import { LeadingThread } from './leading-thread.ts';
import type { SharedWalk, TakePart } from './shared-walk.ts';
import { type ControlBuffers, createControl, maxHelpers } from './study-control.ts';
import { studyRegions } from './study-regions.ts';

/** A thread that calls `serveStudy` with each message. The host starts and ends it. */
export interface StudyThread {
  readonly post: (message: HelperStart) => void;
}

/**
 * Threads that help one thread with the study of one mesh, in memory that they share. The calls below wait for helpers, which blocks the thread; a page
 * must not make them in its main thread. Helpers that have not started by then are not waited for.
 */
export interface StudyHelpers {
  /**
   * Makes an instance for a mesh of this many triangles, with `bytes` of memory, and starts the helpers on it. `null` where it has made one before, for
   * too few triangles, and without enough memory or threads.
   */
  readonly instantiate: (bytes: number, triangles: number) => SharedStudyExports | null;
  /** Has a helper sort all triangles, and returns at once. */
  readonly sort: (curve: LiveCurve) => void;
  /** Has a helper measure all triangles, whose corners are welded, and returns at once. */
  readonly measure: () => void;
  /** Waits for the marks of triangles without area. Returns the number of those that this thread has to decide; `null` if no helper has marked any. */
  readonly takeFlats: () => number | null;
  /** Waits for the components. Returns their number; `null` if no helper has found them. */
  readonly takeComponents: () => number | null;
  /** Has a helper find the simple stars, once the edges are made, and returns at once. */
  readonly findStars: () => void;
  /**
   * Has a helper make the levels of boxes and find pieces, also forms and simple stars that are missing, and returns at once. The live triangles and the
   * frame must be set.
   */
  readonly prepare: (curve: LiveCurve, edges: number) => void;
  /** Waits for the simple stars. Returns the number of those that are left to this thread; `null` if no helper found any. */
  readonly starsLeft: () => number | null;
  /** Has a helper go on, once this thread has found the stars that were left to it. */
  readonly goOn: () => void;
  /** Waits for the forms, and returns their four measures; see `measureForms` of the kernel. `null` if no helper has measured them. */
  readonly takeForms: () => ArrayLike<number> | null;
  /** Waits for the pieces. Returns their number; `null` if no helper has found them. */
  readonly takePieces: () => number | null;
  /** Waits for the levels and sets them. Returns whether a helper has made them. */
  readonly takeLevels: () => boolean;
  /** Begins a walk that the instance of this thread has begun and divided; `null` without helpers. */
  readonly walk: (walk: SharedWalk) => TakePart | null;
  /** Ends the last walk, and waits until helpers have ended their step of it: the next walk may then be divided. */
  readonly endWalk: () => void;
  /** Ends the study. Helpers end what they do, which is not waited for. */
  readonly end: () => void;
}

/** With fewer triangles, the checks have ended before helpers have started. */
export const minForHelpers = 2 ** 17;

export interface StudyHelpersOptions {
  /** With fewer triangles a study gets no help. */
  readonly minTriangles?: number;
  /** Words for the pairs that one helper finds in a walk. What does not fit is left to the leading thread. */
  readonly streamWords?: number;
}

/** 16 MiB, of which only what is written takes memory. */
const defaultStreamWords = 2 ** 22;
/** What WebAssembly can address, without the start of its memory. */
const maxBytes = 2 ** 32 - 2 ** 20;

/** Returns helpers for one study. @param startThreads starts them, when there is a study for them; at most 15 help */
export function createStudyHelpers(
  startThreads: () => readonly StudyThread[],
  { minTriangles = minForHelpers, streamWords = defaultStreamWords }: StudyHelpersOptions = {},
): StudyHelpers {
  let lead: LeadingThread | null = null;
  let isUsed = false;
  return {
    instantiate: (bytes, triangles) => {
      if (isUsed || triangles < minTriangles) return null;
      isUsed = true;
      const threads = startThreads().slice(0, maxHelpers);
      const control = controlOrNull(threads.length, streamWords);
      const started = control === null ? null : startStudy(threads, bytes, triangles, control);
      if (control === null || started === null) return null;
      lead = new LeadingThread(started, control, threads.length);
      return started;
    },
    sort: (curve) => lead?.sort(curve),
    measure: () => lead?.measure(),
    takeFlats: () => lead?.takeFlats() ?? null,
    takeComponents: () => lead?.takeComponents() ?? null,
    findStars: () => lead?.findStars(),
    prepare: (curve, edges) => lead?.prepare(curve, edges),
    starsLeft: () => lead?.starsLeft() ?? null,
    goOn: () => lead?.goOn(),
    takeForms: () => lead?.takeForms() ?? null,
    takePieces: () => lead?.takePieces() ?? null,
    takeLevels: () => lead?.takeLevels() ?? false,
    walk: (walk) => lead?.walk(walk) ?? null,
    endWalk: () => lead?.endWalk(),
    end: () => lead?.end(),
  };
}

function controlOrNull(helpers: number, streamWords: number): ControlBuffers | null {
  if (helpers === 0) return null;
  try {
    return createControl(helpers, streamWords);
  } catch {
    // Each engine has another error for a lack of memory.
    return null;
  }
}

function startStudy(threads: readonly StudyThread[], bytes: number, triangles: number, control: ControlBuffers): SharedStudyExports | null {
  const shared = theSharedStudy();
  const memory = shared?.createMemory() ?? null;
  const [own, ...others] = studyRegions(bytes, triangles, threads.length);
  const { skipped, bytes: last } = others.at(-1)!;
  if (shared === null || memory === null || skipped + last > maxBytes) return null;
  const kernel = instantiateSharedStudy(shared.module, memory);
  // The memory grows at once: views of memory that grows are no longer those of its buffer.
  if (kernel === null || kernel.useRegion(0, skipped + last) === 0 || kernel.useRegion(0, own.bytes) === 0) return null;
  for (const [helper, thread] of threads.entries()) thread.post({ module: shared.module, memory, control, helper, ...others[helper] });
  return kernel;
}
