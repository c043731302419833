import { app, BrowserWindow, dialog, ipcMain, Menu, protocol, session } from 'electron';
import { fileURLToPath } from 'node:url';
import { errorLine } from './terminal/error-line.ts';
import { Documents } from './documents/documents.ts';
import { WorkerPool } from './documents/worker-pool.ts';
import { filesOfArguments } from './electron/files-to-open.ts';
import { chooseProjectFile } from './electron/choose-project-file.ts';
import { runApp } from './electron/run-app.ts';
import { userFolder } from './projects/user-folder.ts';
import { pageFolder, samplesFolder } from './product-folders.ts';

/** The Electron entry. Everything that decides something is in `electron/`, where it can be tested without Electron. */
runApp(
  { app, BrowserWindow, ipcMain, Menu, protocol, session },
  {
    documents: new Documents({
      pool: new WorkerPool(),
      samplesFolder,
      userFolder: userFolder(process.platform, process.env),
      chooseProjectFile: (name) => chooseProjectFile(dialog, name),
    }),
    pageFolder,
    preload: fileURLToPath(new URL('preload.cjs', import.meta.url)),
    files: filesOfArguments(process.argv, app.isPackaged, process.cwd()),
    report: (error) => void process.stderr.write(errorLine(error)),
  },
);

// A window may outlive the terminal that it was started from.
process.stderr.on('error', () => {});
