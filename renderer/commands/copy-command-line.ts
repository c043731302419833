import { copyText } from '../host/copy-text.ts';
import type { App } from './app.ts';
import { commandLineOf, type CommandSubject } from './command-lines.ts';

/** Copies the command line of a subject and shows it; does nothing where there is nothing to repeat. */
export function copyCommandLine({ store, session }: Pick<App, 'store' | 'session'>, subject: CommandSubject): void {
  const line = commandLineOf(store, subject);
  if (line === null) return;
  void copyText(line);
  session.inform(`Copied: ${line}`);
}
