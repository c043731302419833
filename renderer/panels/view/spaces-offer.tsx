import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { unitName } from '#core/mesh';
import type { App } from '../../commands/app.ts';
import { runCommand } from '../../commands/keymap.ts';
import { mixedSpaces, type MixedSpaces, type StatedSpace } from '../../state/documents/mixed-spaces.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { DismissButton } from './dismiss-button.tsx';

/** Warns of visible meshes with different units or axes: their numbers are shown, measured and queried together as they are. */
export function SpacesOffer({ app }: { app: App }): JSX.Element | null {
  const { store } = app;
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const mixed = mixedSpaces(store, store.documents.value);
  const text = mixed === null ? '' : mixedText(mixed);
  if (mixed === null || dismissed.includes(text)) return null;
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
  return `${a.name} has ${stated(a, b)}, ${b.name} has ${stated(b, a)}. Both are shown with the numbers of their files, not converted.`;
}

function stated({ space }: StatedSpace, { space: other }: StatedSpace): string {
  const { up, handedness } = space;
  const unit = unitName(space.metresPerUnit);
  const words = [
    ...(unit !== null && other.metresPerUnit !== null && unit !== unitName(other.metresPerUnit) ? [`the unit ${unit}`] : []),
    ...(up !== null && other.up !== null && up !== other.up ? [`${up.toUpperCase()} up`] : []),
    ...(handedness !== null && other.handedness !== null && handedness !== other.handedness ? [`${handedness}-handed axes`] : []),
  ];
  return words.join(' and ');
}
