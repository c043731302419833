import type * as electronModule from 'electron';
import type { IpcRendererEvent } from 'electron';
import type { ElectronBridge, HostEvent } from '#host-api';
import type { Channels } from './electron/ipc-policy.ts';

// A sandboxed preload script is one CommonJS file that can load nothing of its own: only types are shared.
// oxlint-disable-next-line typescript/no-require-imports -- the only way to load anything in there
const { contextBridge, ipcRenderer, webUtils } = require('electron') as typeof electronModule;

const channels: Channels = {
  request: 'boxwood:request',
  event: 'boxwood:event',
  tokenForPath: 'boxwood:token-for-path',
};

const bridge: ElectronBridge = {
  request: (message) => ipcRenderer.invoke(channels.request, message),
  onEvent: (listener) => {
    // The event object is not passed on: its sender would give the page access to every channel.
    const pass = (_event: IpcRendererEvent, event: HostEvent): void => listener(event);
    ipcRenderer.on(channels.event, pass);
    return () => ipcRenderer.off(channels.event, pass);
  },
  // For anything but a file on the disk, Chromium returns an empty path or throws; both are refused.
  tokenForFile: async (file) => ipcRenderer.invoke(channels.tokenForPath, webUtils.getPathForFile(file as File)),
};

contextBridge.exposeInMainWorld('boxwood', bridge);
