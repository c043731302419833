import { once } from 'node:events';
import { errorLine } from '../terminal/error-line.ts';
import { Documents } from '../documents/documents.ts';
import { openAndTell } from '../documents/open-and-tell.ts';
import { WorkerPool } from '../documents/worker-pool.ts';
import { pageFolder, samplesFolder } from '../product-folders.ts';
import { serve } from '../serve.ts';
import { openInBrowser } from './open-in-browser.ts';

export interface BrowserShellOptions {
  /** Absolute paths. */
  readonly files: readonly string[];
  /** 0 takes any free one. */
  readonly port: number;
  readonly opensBrowser: boolean;
  readonly out: (text: string) => void;
  /** Gets a line for each of the files that cannot be read. */
  readonly err: (text: string) => void;
  /** Ends the shell. */
  readonly signal: AbortSignal;
}

/**
 * Runs the browser shell until the signal aborts, which is its good end. The first line that it prints is the address.
 * @throws InspectorError `invalid-argument` when the port cannot be used.
 */
export async function runBrowserShell({ files, port, opensBrowser, out, err, signal }: BrowserShellOptions): Promise<void> {
  const documents = new Documents({ pool: new WorkerPool(), samplesFolder });
  try {
    const server = await serve({ documents, pageFolder, port });
    out(`${server.address}\n`);
    openAndTell(documents, files, (error) => err(errorLine(error)));
    if (opensBrowser) openInBrowser(server.address, process.platform, process.env);
    if (!signal.aborted) await once(signal, 'abort');
    await server.close();
  } finally {
    await documents.dispose();
  }
}
