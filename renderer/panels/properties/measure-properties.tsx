import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { commandOf } from '../../commands/commands.ts';
import { measure } from '../../commands/measure-actions.ts';
import type { MeasureKind } from '../../state/measure/measure-kinds.ts';
import { Segmented } from '../../widgets/segmented.tsx';
import { MeasurePrompt } from './measure-prompt.tsx';
import { MeasuredBounds } from './measured-bounds.tsx';
import { MeasuredClearance } from './measured-clearance.tsx';
import { MeasuredPoints } from './measured-points.tsx';

const kinds = [
  { value: 'points', title: 'Points', meaning: commandOf('measurePoints').meaning },
  { value: 'clearance', title: 'Clearance', meaning: commandOf('measureClearance').meaning },
  { value: 'bounds', title: 'Bounds', meaning: commandOf('measureBounds').meaning },
] as const satisfies readonly { readonly value: MeasureKind; readonly title: string; readonly meaning: string }[];

/** What the measure tool measures, and the results. */
export function MeasureProperties({ app }: { app: App }): JSX.Element {
  const kind = app.store.measuring.value;
  return (
    <>
      <div class="title">
        <span class="name">Measure</span>
      </div>
      <Segmented label="What is measured" value={kind} choices={kinds} onChange={(next) => measure(app.store, next)} />
      {kind === 'points' && <MeasuredPoints app={app} />}
      {kind === 'clearance' && <MeasuredClearance app={app} />}
      {kind === 'bounds' && (
        <>
          <MeasurePrompt store={app.store} />
          <MeasuredBounds app={app} />
        </>
      )}
    </>
  );
}
