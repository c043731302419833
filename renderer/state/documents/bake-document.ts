import type { BakeFormatName } from '#core/bake';
import { formatError, toErrorData } from '#core/error';
import type { DocumentId, ExportChoice, Host, TreeId, TreeSummary } from '#host-api';
import { formatMany } from '../../text/format-number.ts';
import type { WritableStore } from '../store/store.ts';
import { writeLog } from '../store/write-log.ts';
import { meaningOf } from './space-of.ts';

interface BakeChoice {
  readonly document: DocumentId;
  readonly format: BakeFormatName;
  /** The preferred one first. */
  readonly trees: readonly TreeSummary[];
  /** What an export changes; nothing for a bake. */
  readonly exporting: ExportChoice | undefined;
}

/** Bakes or exports a document and saves the file; `store.baked` gets the outcome. */
export async function bakeDocument(host: Host, store: WritableStore, { document, format, trees, exporting }: BakeChoice): Promise<void> {
  store.baked.value = null;
  try {
    const ids: TreeId[] = [];
    // Undo may show a tree that the host has dropped: the same options build the same tree again.
    for (const { options } of trees) ids.push((await host.request('build', { document, options })).tree.id);
    const meaning = meaningOf(store.scene.peek(), document);
    const { file } = await host.request('bake', { document, format, trees: ids, meaning, ...(exporting !== undefined && { exporting }) });
    host.saveFile(file.path, file.name);
    writeLog(
      store,
      'info',
      `${file.name}: ${exporting === undefined ? 'baked' : 'exported'} and verified, ${formatMany(file.byteLength, 'byte')}`,
    );
    store.baked.value = { document, format, file };
  } catch (thrown) {
    const problem = toErrorData(thrown);
    writeLog(store, problem.code === 'cancelled' ? 'info' : 'error', formatError(problem), JSON.stringify(problem, null, 2));
    store.baked.value = { document, format, problem };
  }
}
