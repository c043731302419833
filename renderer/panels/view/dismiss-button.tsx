import type { JSX } from 'preact';
import { Icon } from '../../widgets/icon.tsx';

/** The button that takes a notice away. */
export function DismissButton({ onDismiss }: { onDismiss: () => void }): JSX.Element {
  return (
    <button type="button" class="icon-button" title="Dismiss" aria-label="Dismiss" onClick={onDismiss}>
      <Icon name="close" small />
    </button>
  );
}
