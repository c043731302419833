import type * as electronModule from 'electron';
import type { BrowserWindow } from 'electron';
import type { InspectorErrorData } from '#core/error';
import type { Documents } from '../documents/documents.ts';
import { openAndReport } from '../documents/open-and-report.ts';
import { isAppUrl, pageUrl, appScheme } from './app-url.ts';
import { lockContents, lockSession } from './contents-policy.ts';
import { filesOfSecondStart } from './files-to-open.ts';
import { channels, handleMessages } from './ipc-policy.ts';
import { respondToApp, privilegedScheme } from './protocol-policy.ts';
import { menuTemplate, windowOptions } from './window-policy.ts';

/** The parts of Electron in use. */
export type Electron = Pick<typeof electronModule, 'app' | 'BrowserWindow' | 'ipcMain' | 'Menu' | 'protocol' | 'session'>;

export interface AppOptions {
  readonly documents: Documents;
  /** The built page. */
  readonly pageFolder: string;
  /** Path of the preload script. */
  readonly preload: string;
  /** Absolute paths to open at the start. */
  readonly files: readonly string[];
  /** Called for each file that cannot be read. */
  readonly report: (error: InspectorErrorData) => void;
}

/**
 * Runs the app. Call it before Electron is ready, since the scheme must be registered by then. A second start passes its
 * files to the first and ends.
 */
export function runApp(electron: Electron, { documents, pageFolder, preload, files, report }: AppOptions): void {
  const { app, BrowserWindow, ipcMain, Menu, protocol, session } = electron;
  if (!app.requestSingleInstanceLock({ files })) {
    app.quit();
    return;
  }
  protocol.registerSchemesAsPrivileged([privilegedScheme]);
  app.enableSandbox();
  app.on('web-contents-created', (_event, contents) => lockContents(contents));

  const openWindow = (): void => {
    void new BrowserWindow(windowOptions(preload)).loadURL(pageUrl);
  };
  const openFiles = (paths: readonly string[]): void => {
    openAndReport(documents, paths, report);
    if (!app.isReady()) return;
    const [window] = BrowserWindow.getAllWindows();
    if (window === undefined) openWindow();
    else show(window);
  };

  // macOS sends files one by one, also before the app is ready; the page lists open documents when it starts.
  app.on('open-file', (event, path) => {
    event.preventDefault();
    openFiles([path]);
  });
  app.on('second-instance', (_event, _arguments, _folder, data) => openFiles(filesOfSecondStart(data)));
  app.on('activate', () => openFiles([]));
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('will-quit', () => void documents.dispose());

  documents.onEvent((event) => {
    for (const window of BrowserWindow.getAllWindows()) {
      if (isAppUrl(window.webContents.getURL())) window.webContents.send(channels.event, event);
    }
  });

  void app.whenReady().then(() => {
    lockSession(session.defaultSession);
    protocol.handle(appScheme, (request) => respondToApp(documents, pageFolder, request));
    handleMessages(ipcMain, documents);
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, app.isPackaged)));
    openFiles(files);
  });
}

function show(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.focus();
}
