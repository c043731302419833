import type { JSX } from 'preact';
import { type BakeTargetName, bakeFormats, bakeTargetNames, bakeTargets } from '#core/bake';
import { engineOptions } from '#core/options';
import type { App } from '../commands/app.ts';
import { HeldFacts } from '../panels/properties/engine-facts.tsx';
import { lengthsOf } from '../panels/properties/scene-lengths.ts';
import { unchecked } from '../state/health/health-query.ts';
import type { PageDocument } from '../state/store/records.ts';
import { formatCount } from '../text/format-number.ts';
import { Select } from '../widgets/select.tsx';

/** A target, or `none` for a format alone. */
export type ChosenTarget = BakeTargetName | 'none';

const choices = [
  { value: 'none', title: 'None: choose a format', meaning: 'The format alone, in the coordinates of the mesh.' },
  ...bakeTargetNames.map((name) => ({ value: name, title: bakeTargets[name].title, meaning: bakeTargets[name].meaning })),
];

interface BakeTargetFieldProps {
  readonly app: App;
  readonly document: PageDocument;
  readonly value: ChosenTarget;
  readonly onChange: (target: ChosenTarget) => void;
}

/** Selects the target of a bake. Shows its limits with their sources, and how its engine will hold the mesh. */
export function BakeTargetField({ app, document, value, onChange }: BakeTargetFieldProps): JSX.Element {
  return (
    <div class="bake-target" data-testid="bake-target-facts">
      <div class="row-of-fields">
        <span class="label">Target</span>
        <Select label="Target" value={value} choices={choices} testId="bake-target" onChange={(name) => onChange(name as ChosenTarget)} />
      </div>
      {value !== 'none' && <TargetFacts app={app} document={document} name={value} />}
    </div>
  );
}

function TargetFacts({ app, document, name }: { app: App; document: PageDocument; name: BakeTargetName }): JSX.Element {
  const { meaning, format, engine, shape, limits } = bakeTargets[name];
  const { store, health } = app;
  const { status, outcome } = store.health.value.get(document.summary.id) ?? unchecked;
  const isCompared = outcome !== null && outcome.options.engine === engine && outcome.options.engineShape === shape;
  const isRunning = status.kind === 'running' || status.kind === 'waiting';
  return (
    <>
      <p>
        {meaning} Written as {bakeFormats[format].title}.
      </p>
      {limits.map(({ of, max, source }) => (
        <p key={of} class="secondary">
          At most {formatCount(max)} {of === 'coordinate' ? 'from the origin along an axis' : of}: {source}.
        </p>
      ))}
      {engine !== 'none' &&
        (isCompared && outcome.report.engine !== null ? (
          <HeldFacts engine={outcome.report.engine} lengths={lengthsOf(store, document.summary.id)} />
        ) : (
          <button
            type="button"
            class="button small"
            data-testid="bake-compare"
            disabled={isRunning}
            onClick={() => health.chooseEngine(document.summary.id, engine, shape)}
          >
            {isRunning ? 'Comparing…' : `Show the shape in ${engineOptions.engine.choices[engine].title}`}
          </button>
        ))}
    </>
  );
}
