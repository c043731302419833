import type { JSX } from 'preact';
import type { DocumentId } from '#host-api';
import type { PlayerState } from '../../state/playback/player-state.ts';
import type { Store } from '../../state/store/store.ts';
import { formatFixed } from '../../text/format-number.ts';

/** States that the document is shown in a pose, and which of the panel's figures are not of that pose. */
export function PoseNote({ store, document, atRest }: { store: Store; document: DocumentId; atRest: string }): JSX.Element | null {
  const player = playedIn(store, document);
  if (player === null) return null;
  return (
    <p class="quiet" data-testid="pose-note">
      Pose at {formatFixed(player.seconds, 2)} s of {player.clips[player.clip]?.name}. {atRest}
    </p>
  );
}

/** Returns the player while it shows a pose of the document. */
export function playedIn(store: Store, document: DocumentId): PlayerState | null {
  const player = store.player.value;
  return store.pose.value?.document === document && player?.document === document && player.figures !== null ? player : null;
}
