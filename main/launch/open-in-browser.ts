import { spawn } from 'node:child_process';
import { hasDisplay } from './choose-shell.ts';

/** Opens an address in the default browser, if there is a display. A failure is no error, since the address is printed. */
export function openInBrowser(address: string, platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): void {
  if (environment['CI'] || !hasDisplay(platform, environment)) return;
  const [program, ...args] = browserCommand(address, platform);
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  child.once('error', () => {});
  child.unref();
}

/** Returns the command for a browser. It runs without a shell, so the address needs no quoting. */
export function browserCommand(address: string, platform: NodeJS.Platform): readonly [program: string, ...args: string[]] {
  if (platform === 'darwin') return ['open', address];
  return platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler', address] : ['xdg-open', address];
}
