import { saveBlob } from '../../host/save-file.ts';
import { ownJob } from '../project/own-job.ts';
import type { ProjectParts } from '../project/project-parts.ts';

/** Saves the open scene with its edits as a scene file. A worker writes it piece by piece; it can be cancelled. Errors are shown. */
export async function saveScene({ store, session, writeScene }: Pick<ProjectParts, 'store' | 'session' | 'writeScene'>): Promise<void> {
  const input = store.scene.peek().instances;
  if (input === null) return;
  const { name, packed } = input;
  const job = ownJob(store);
  const controller = new AbortController();
  const show = (fraction: number): void => job.show({ text: `Saving ${name}`, fraction, cancel: () => controller.abort() });
  show(0);
  try {
    await session.attempt(async () => {
      const file = await writeScene(packed, show, controller.signal);
      if (file === null) session.inform(`Saving of ${name} cancelled.`);
      else saveBlob(file, name);
    });
  } finally {
    job.end();
  }
}
