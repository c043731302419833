import { countSharedMemory } from '../../../memory-counter.ts';
import { instantiateSharedStudy, theSharedStudy } from '../../../kernel/index.ts';
import type { HelperStart } from './helper-start.ts';
import { LeadingThread } from './leading-thread.ts';
import { type ControlBuffers, createControl, maxHelpers } from './study-control.ts';
import { studyRegions } from './study-regions.ts';

/** A thread that calls `serveStudy` with each message. The host starts and ends it. */
export interface StudyThread {
  readonly post: (message: HelperStart) => void;
}

/** Threads that help one thread with the study of one mesh, in memory that they share. */
export interface StudyHelpers {
  /**
   * Makes an instance for a mesh of this many triangles, with `bytes` of memory, and starts the helpers on it. `null` where it has made one before, for
   * too few triangles, and without enough memory or threads.
   */
  readonly begin: (bytes: number, triangles: number) => LeadingThread | null;
  /** Ends the study, if it has begun. */
  readonly end: () => void;
}

/** Helpers that are offered to a study. */
export interface OfferedHelpers {
  readonly helpers: StudyHelpers;
  /** Whether a check needs the forms of triangles, which are then measured while the mesh is loaded. */
  readonly needsForms: boolean;
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

/** Returns helpers for one study. @param startThreads starts them, when there is a study for them; at most `maxHelpers` help */
export function createStudyHelpers(
  startThreads: () => readonly StudyThread[],
  { minTriangles = minForHelpers, streamWords = defaultStreamWords }: StudyHelpersOptions = {},
): StudyHelpers {
  let lead: LeadingThread | null = null;
  let isUsed = false;
  return {
    begin: (bytes, triangles) => {
      if (isUsed || triangles < minTriangles) return null;
      isUsed = true;
      const threads = startThreads().slice(0, maxHelpers);
      const control = controlOrNull(threads.length, streamWords);
      lead = control === null ? null : startStudy(threads, bytes, triangles, control);
      return lead;
    },
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

function startStudy(threads: readonly StudyThread[], bytes: number, triangles: number, control: ControlBuffers): LeadingThread | null {
  const shared = theSharedStudy();
  const memory = shared?.createMemory() ?? null;
  const [own, ...others] = studyRegions(bytes, triangles, threads.length);
  const { skipped, bytes: last } = others.at(-1)!;
  if (shared === null || memory === null || skipped + last > maxBytes) return null;
  const kernel = instantiateSharedStudy(shared.module, memory);
  // The memory grows at once: views of memory that grows are no longer those of its buffer.
  if (kernel === null || kernel.useRegion(0, skipped + last) === 0 || kernel.useRegion(0, own.bytes) === 0) return null;
  countSharedMemory(skipped + last);
  for (const [helper, thread] of threads.entries()) thread.post({ module: shared.module, memory, control, helper, ...others[helper] });
  return new LeadingThread(kernel, control, threads.length);
}
