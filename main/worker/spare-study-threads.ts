import type { StartedStudyThreads } from '#core/job';
import { startStudyThreads } from './start-study-threads.ts';

/**
 * Returns a function that starts threads that help with a study. Where another study follows, it starts threads for that when they end, so that they
 * run when they are needed. Threads are not used again: one that waits would keep the memory of its last study.
 */
export function spareStudyThreads(start = startStudyThreads): (helpers: number, anotherFollows: boolean) => StartedStudyThreads {
  let spare: { readonly helpers: number; readonly started: StartedStudyThreads } | null = null;
  return (helpers, anotherFollows) => {
    const kept = spare;
    spare = null;
    if (kept !== null && kept.helpers !== helpers) kept.started.end();
    const { threads, end } = kept?.helpers === helpers ? kept.started : start(helpers);
    return {
      threads,
      end: () => {
        end();
        if (anotherFollows) spare = { helpers, started: start(helpers) };
      },
    };
  };
}
