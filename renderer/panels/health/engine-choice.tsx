import type { ComponentChildren, JSX } from 'preact';
import { type EngineChoice, engineOptions } from '#core/options';
import type { App } from '../../commands/app.ts';
import { healthOptionsOf } from '../../state/health/engine-of-file.ts';
import type { PageDocument } from '../../state/store/records.ts';
import { Select } from '../../widgets/select.tsx';

const choices = Object.entries(engineOptions.engine.choices).map(([value, choice]) => ({ value, ...choice }));

interface EngineChoiceBarProps {
  readonly app: App;
  readonly document: PageDocument;
  /** At the end of the bar. */
  readonly children: ComponentChildren;
}

/** Chooses the engine whose shapes are compared with the mesh and drawn over it, and checks the mesh with it. A file of an engine begins with that engine. */
export function EngineChoiceBar({ app: { store, health }, document, children }: EngineChoiceBarProps): JSX.Element {
  const choose = (value: string): void => health.chooseEngine(document.summary.id, value as EngineChoice);
  return (
    <div class="check-bar">
      <span class="label" title={engineOptions.engine.meaning}>
        As held by
      </span>
      <Select label="As held by" value={healthOptionsOf(store, document).engine} choices={choices} testId="as-held-by" onChange={choose} />
      {children}
    </div>
  );
}
