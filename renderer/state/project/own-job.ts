import type { WritableStore } from '../store/store.ts';
import type { ProjectJob } from './project-state.ts';

/** A job in `store.projectJobs`: it keeps its place while its progress changes. */
export interface OwnJob {
  show(job: ProjectJob): void;
  end(): void;
}

export function ownJob({ projectJobs }: Pick<WritableStore, 'projectJobs'>): OwnJob {
  let own: ProjectJob | null = null;
  return {
    show(job) {
      const jobs = projectJobs.peek();
      projectJobs.value = own !== null && jobs.includes(own) ? jobs.map((one) => (one === own ? job : one)) : [...jobs, job];
      own = job;
    },
    end() {
      if (own !== null) projectJobs.value = projectJobs.peek().filter((one) => one !== own);
      own = null;
    },
  };
}
