import type { JSX } from 'preact';
import type { App } from '../commands/app.ts';
import type { PageDocument } from '../state/store/records.ts';

const stepTexts = {
  converting: 'Converting',
  building: 'Building the tree',
  baking: 'Writing',
  verifying: 'Reading back and verifying',
} as const;

/** The progress of a document's bake or export, whichever window started it. */
export function BakeRunning({ app: { session }, document: { summary } }: { app: App; document: PageDocument }): JSX.Element | null {
  if (summary.bake === null) return null;
  const { step, fraction } = summary.bake;
  const text = stepTexts[step];
  return (
    <span class="bake-running" role="status">
      {text}
      <progress class="progress-bar" max={100} value={Math.floor(100 * fraction)} aria-label={text} />
      <button type="button" class="button small" onClick={() => void session.cancel(summary.id, 'bake')}>
        Cancel
      </button>
    </span>
  );
}
