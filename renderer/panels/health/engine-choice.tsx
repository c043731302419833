import type { JSX } from 'preact';
import { type EngineChoice, engineOptions } from '#core/options';
import type { App } from '../../commands/app.ts';
import { unchecked } from '../../state/health/health-query.ts';
import type { PageDocument } from '../../state/store/records.ts';
import { Select } from '../../widgets/select.tsx';

const choices = Object.entries(engineOptions.engine.choices).map(([value, choice]) => ({ value, ...choice }));

/** Chooses the engine whose shapes are compared with the mesh and drawn over it, and checks the mesh with it. */
export function EngineChoiceBar({ app: { store, health }, document }: { app: App; document: PageDocument }): JSX.Element {
  const options = store.healthOptions.value;
  const choose = (value: string): void => {
    health.setOptions({ ...options, engine: value as EngineChoice });
    // Options repeat only checks that have run.
    if ((store.health.peek().get(document.summary.id) ?? unchecked).outcome === null) health.check([document.summary.id]);
  };
  return (
    <div class="check-bar">
      <span class="label" title={engineOptions.engine.meaning}>
        As held by
      </span>
      <Select label="As held by" value={options.engine} choices={choices} testId="as-held-by" onChange={choose} />
    </div>
  );
}
