import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { hintsOf } from './hints.ts';

/** The current effect of buttons and keys, in one line. */
export function HintLine({ app }: { app: App }): JSX.Element {
  return (
    <div class="hint-line" data-testid="hints">
      {hintsOf(app.store).map(({ keys, does }) => (
        <span key={does}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          {does}
        </span>
      ))}
    </div>
  );
}
