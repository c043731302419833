import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Returns the folder for what Boxwood keeps for a user between starts: recent files, the last session, copies of dropped files.
 * `BOXWOOD_DATA` sets another one; the empty text keeps nothing, which is `null`.
 */
export function userFolder(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string | null {
  const given = environment['BOXWOOD_DATA'];
  if (given !== undefined) return given === '' ? null : given;
  switch (platform) {
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support', 'Boxwood');
    case 'win32':
      return join(environment['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'Boxwood');
    default:
      return join(environment['XDG_STATE_HOME'] || join(homedir(), '.local', 'state'), 'boxwood');
  }
}
