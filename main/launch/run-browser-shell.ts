import { once } from 'node:events';
import { errorLine } from '../terminal/error-line.ts';
import { Documents } from '../documents/documents.ts';
import { openAndReport } from '../documents/open-and-report.ts';
import { WorkerPool } from '../documents/worker-pool.ts';
import { pageFolder, samplesFolder } from '../product-folders.ts';
import { userFolder } from '../projects/user-folder.ts';
import { serve } from '../serve.ts';
import { openInBrowser } from './open-in-browser.ts';

export interface BrowserShellOptions {
  /** Absolute paths. */
  readonly files: readonly string[];
  /** 0 is any free port. */
  readonly port: number;
  readonly opensBrowser: boolean;
  readonly out: (text: string) => void;
  /** Called with a line for each file that cannot be read. */
  readonly err: (text: string) => void;
  /** Ends the shell. */
  readonly signal: AbortSignal;
}

/**
 * Runs the browser shell until the signal aborts. The first printed line is the address.
 * @throws InspectorError `invalid-argument` when the port cannot be used.
 */
export async function runBrowserShell({ files, port, opensBrowser, out, err, signal }: BrowserShellOptions): Promise<void> {
  const documents = new Documents({ pool: new WorkerPool(), samplesFolder, userFolder: userFolder(process.platform, process.env) });
  try {
    const server = await serve({ documents, pageFolder, port });
    out(`${server.address}\n`);
    openAndReport(documents, files, (error) => err(errorLine(error)));
    if (opensBrowser) openInBrowser(server.address, process.platform, process.env);
    if (!signal.aborted) await once(signal, 'abort');
    await server.close();
  } finally {
    await documents.dispose();
  }
}
