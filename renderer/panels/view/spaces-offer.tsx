import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { App } from '../../commands/app.ts';
import { runCommand } from '../../commands/keymap.ts';
import { differences, mixedSpaces, type MixedSpaces } from '../../state/documents/mixed-spaces.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { DismissButton } from './dismiss-button.tsx';

/** Warns of visible meshes with different units or axes: their numbers are shown, measured and queried together as they are. */
export function SpacesOffer({ app }: { app: App }): JSX.Element | null {
  const { store } = app;
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const text = mixedSpaces(store, store.documents.value)
    .map(mixedText)
    .find((each) => !dismissed.includes(each));
  if (text === undefined) return null;
  return (
    <div class="notice warning brief" role="status" data-testid="spaces-offer">
      <div class="text" title={`${text} Export one of them in the unit and axes of the other.`}>
        {text}
      </div>
      <DismissButton onDismiss={() => setDismissed([...dismissed, text])} />
      <div class="actions">
        <button type="button" class="button small" title={commandTip('export')} onClick={() => runCommand(app, 'export')}>
          Export…
        </button>
      </div>
    </div>
  );
}

/** Returns what two meshes state that differs, and what follows from it. */
export function mixedText({ a, b }: MixedSpaces): string {
  const [ofA, ofB] = [differences(a.space, b.space).join(' and '), differences(b.space, a.space).join(' and ')];
  return `${a.name} has ${ofA}, ${b.name} has ${ofB}. Both are shown with the numbers of their files, not converted.`;
}
