import type { WritableStore } from '../store/store.ts';
import type { ProjectJob } from './project-state.ts';

/** A job in `store.projectJob`, which the jobs of a window share: its end clears the slot only while it shows this job. */
export interface OwnJob {
  show(job: ProjectJob): void;
  end(): void;
}

export function ownJob(store: Pick<WritableStore, 'projectJob'>): OwnJob {
  let own: ProjectJob | null = null;
  return {
    show(job) {
      store.projectJob.value = own = job;
    },
    end() {
      if (own !== null && store.projectJob.peek() === own) store.projectJob.value = null;
    },
  };
}
