import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions, CustomScheme, MenuItemConstructorOptions } from 'electron';
import type { Electron } from '../../main/electron/run-app.ts';

/**
 * Behaves as Electron's documentation says where order and rights matter, and throws where Electron would: a window
 * before ready, a scheme registered late, a second handler for one name. It shows nothing and proves nothing about the
 * real binary.
 */
export interface FakeElectron {
  /** Typed by Electron's own declarations. */
  readonly electron: Electron;
  readonly app: EventEmitter & { quits: number; sandboxed: boolean };
  readonly windows: FakeWindow[];
  readonly schemes: CustomScheme[];
  readonly handlers: Map<string, (event: unknown, ...args: unknown[]) => unknown>;
  readonly protocols: Map<string, (request: Request) => Promise<Response>>;
  readonly session: FakeSession;
  menu: readonly MenuItemConstructorOptions[] | null;
  /** Lets Electron become ready. */
  start(): Promise<void>;
}

export class FakeContents extends EventEmitter {
  url = '';
  readonly sent: { readonly channel: string; readonly message: unknown }[] = [];
  openHandler: ((details: { url: string }) => { action: string }) | null = null;

  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.openHandler = handler;
  }

  getURL(): string {
    return this.url;
  }

  send(channel: string, message: unknown): void {
    this.sent.push({ channel, message: structuredClone(message) });
  }

  /** Whether an event of this name may go on, as when nothing called `preventDefault`. */
  allows(name: string, url: string): boolean {
    let allowed = true;
    this.emit(name, { url, preventDefault: () => (allowed = false) });
    return allowed;
  }
}

export class FakeSession {
  requestHandler:
    | ((contents: unknown, permission: string, callback: (granted: boolean) => void, details: { requestingUrl: string }) => void)
    | null = null;
  checkHandler: ((contents: unknown, permission: string, origin: string) => boolean) | null = null;
  deviceHandler: (() => boolean) | null = null;

  setPermissionRequestHandler(handler: typeof this.requestHandler): void {
    this.requestHandler = handler;
  }

  setPermissionCheckHandler(handler: typeof this.checkHandler): void {
    this.checkHandler = handler;
  }

  setDevicePermissionHandler(handler: typeof this.deviceHandler): void {
    this.deviceHandler = handler;
  }
}

export interface FakeWindow {
  readonly options: BrowserWindowConstructorOptions;
  readonly webContents: FakeContents;
  focused: number;
}

export function createFakeElectron({ hasLock = true } = {}): FakeElectron {
  let ready = false;
  let becomeReady = (): void => {};
  const whenReady = new Promise<void>((resolve) => (becomeReady = resolve));
  const windows: FakeWindow[] = [];
  const schemes: CustomScheme[] = [];
  const handlers: FakeElectron['handlers'] = new Map();
  const protocols: FakeElectron['protocols'] = new Map();
  const session = new FakeSession();

  const app = Object.assign(new EventEmitter(), {
    quits: 0,
    sandboxed: false,
    isPackaged: true,
    isReady: () => ready,
    whenReady: () => whenReady,
    requestSingleInstanceLock: () => hasLock,
    quit: () => void app.quits++,
    enableSandbox: () => {
      if (ready) throw new Error('app.enableSandbox() can only be called before app is ready');
      app.sandboxed = true;
    },
  });

  class BrowserWindow implements FakeWindow {
    readonly options: BrowserWindowConstructorOptions;
    readonly webContents = new FakeContents();
    focused = 0;

    constructor(options: BrowserWindowConstructorOptions) {
      if (!ready) throw new Error('Cannot create BrowserWindow before app is ready');
      this.options = options;
      windows.push(this);
      app.emit('web-contents-created', {}, this.webContents);
    }

    static getAllWindows(): FakeWindow[] {
      return windows;
    }

    async loadURL(url: string): Promise<void> {
      if (!protocols.has(new URL(url).protocol.slice(0, -1))) throw new Error(`ERR_UNKNOWN_URL_SCHEME ${url}`);
      this.webContents.url = url;
    }

    isMinimized(): boolean {
      return false;
    }

    focus(): void {
      this.focused++;
    }
  }

  const fake: FakeElectron = {
    // The parts that are used are there with their real names and order; Electron's full classes are not.
    electron: {
      app,
      BrowserWindow,
      ipcMain: {
        handle: (channel: string, handler: (event: unknown, ...args: unknown[]) => unknown) => {
          if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
          handlers.set(channel, handler);
        },
      },
      Menu: {
        buildFromTemplate: (template: MenuItemConstructorOptions[]) => template,
        setApplicationMenu: (menu: MenuItemConstructorOptions[]) => void (fake.menu = menu),
      },
      protocol: {
        registerSchemesAsPrivileged: (custom: CustomScheme[]) => {
          if (ready) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
          if (schemes.length > 0) throw new Error('registerSchemesAsPrivileged may be called once only');
          schemes.push(...custom);
        },
        handle: (scheme: string, handler: (request: Request) => Promise<Response>) => {
          if (!ready) throw new Error('protocol.handle can only be used after app is ready');
          if (protocols.has(scheme)) throw new Error(`The scheme ${scheme} has been intercepted`);
          protocols.set(scheme, handler);
        },
      },
      session: { defaultSession: session },
    } as unknown as Electron,
    app,
    windows,
    schemes,
    handlers,
    protocols,
    session,
    menu: null,
    start: async () => {
      ready = true;
      becomeReady();
      app.emit('ready');
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
  return fake;
}
