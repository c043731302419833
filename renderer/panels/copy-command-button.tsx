import type { JSX } from 'preact';
import type { App } from '../commands/app.ts';
import type { CommandSubject } from '../commands/command-lines.ts';
import { copyCommandLine } from '../commands/copy-command-line.ts';

interface CopyCommandProps {
  readonly app: App;
  readonly subject: CommandSubject;
  /** Why there is no command line. */
  readonly whyNot?: string | null;
}

/** Copies the command line that repeats a query, the checks or the comparison. */
export function CopyCommandButton({ app, subject, whyNot = null }: CopyCommandProps): JSX.Element {
  return (
    <button
      type="button"
      class="button small"
      disabled={whyNot !== null}
      title={whyNot ?? 'Copy the command line that repeats this'}
      data-testid={`copy-command-${subject}`}
      onClick={() => copyCommandLine(app, subject)}
    >
      Copy command
    </button>
  );
}
