import type { JSX } from 'preact';
import { nextMeasureStep } from '../../state/measure/next-step.ts';
import type { Store } from '../../state/store/store.ts';

/** What the measure tool waits for, and why its last click took nothing. */
export function MeasurePrompt({ store }: { store: Store }): JSX.Element {
  const refusal = store.measureRefusal.value;
  return (
    <div role="status" data-testid="measure-prompt">
      {refusal !== null && <p class="warning-text">{refusals[refusal]}</p>}
      <p class="quiet">{nextMeasureStep(store)}</p>
    </div>
  );
}

const refusals = {
  noSurface: 'No surface is there. Click a visible surface.',
  noTree: 'This mesh has no tree. Build one to measure points on it.',
  sameSurface: 'This surface is chosen already. Click another part, or open a second mesh.',
  instance: 'This is an instance of a scene. Clearance is measured between parts of meshes; measure points here instead.',
} as const;
