import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { formatError } from '#core/error';
import { comparedStepsText, comparisonCsv, leafRounds, leafText, type SceneComparison, setsText } from '#core/scene';
import type { App } from '../../commands/app.ts';
import { startSceneComparison, stopComparison } from '../../commands/scene-actions.ts';
import { saveText } from '../../host/save-file.ts';
import { sceneStem } from '../../state/instances/saved-scene.ts';
import type { SceneInput } from '../../state/instances/scene-input.ts';
import { formatCount, formatMilliseconds } from '../../text/format-number.ts';
import { type BroadMeasure, broadMeasures, figureCurves, leafCurves, type LeafMeasure, leafMeasures } from './scene-curves.ts';
import { Segmented } from '../../widgets/segmented.tsx';
import { ScenePlot } from './scene-plot.tsx';

/** The methods of the open scene: the article's figures 2 and 3, as plots and as a file. */
export function SceneMethods({ app, scene }: { app: App; scene: SceneInput }): JSX.Element {
  const { store } = app;
  const state = store.sceneComparison.value;
  switch (state.kind) {
    case 'none':
    case 'failed':
      return (
        <div class="empty-note compare-start">
          {state.kind === 'failed' && <span role="alert">{formatError(state.problem)}</span>}
          <span>Runs every method on an eighth, a quarter, half and all of the instances, for the first 10 steps at most.</span>
          <button type="button" class="button small" data-testid="scene-compare" onClick={() => startSceneComparison(store)}>
            Compare methods
          </button>
        </div>
      );
    case 'wanted':
    case 'running': {
      const percent = state.kind === 'running' ? Math.floor(100 * state.fraction) : 0;
      return (
        <div class="empty-note compare-start">
          <span role="status">Comparing methods</span>
          <progress class="progress-bar" max={100} value={percent} aria-label="Comparison progress" />
          <span>{percent} %</span>
          <button type="button" class="button small" data-testid="scene-compare-cancel" onClick={() => stopComparison(store)}>
            Cancel
          </button>
        </div>
      );
    }
    case 'done':
      return <Figures app={app} scene={scene} comparison={state.comparison} />;
  }
}

function Figures({ app, scene, comparison }: { app: App; scene: SceneInput; comparison: SceneComparison }): JSX.Element {
  const { steps, sets, leaves, leafClock } = comparison;
  const [broad, setBroad] = useState<BroadMeasure>('laterTime');
  const [leaf, setLeaf] = useState<LeafMeasure>('time');
  return (
    <>
      <div class="scene-figures">
        <div class="scene-plots">
          <ScenePlot
            title={`Broad phases by instances: ${broadMeasures[broad].title.toLowerCase()}, ${broadMeasures[broad].unit}, log scales`}
            unit={broadMeasures[broad].unit}
            testId="scene-figure-2"
            curves={figureCurves(comparison, broad)}
          >
            <MeasureChoice label="Broad phases show" table={broadMeasures} value={broad} onChange={setBroad} />
          </ScenePlot>
          <ScenePlot
            title={`Surfaces of pairs, with leaves and leaf-free: ${leafMeasures[leaf].title.toLowerCase()}, ${leafMeasures[leaf].unit}, log scales`}
            unit={leafMeasures[leaf].unit}
            testId="scene-figure-3"
            curves={leafCurves(comparison, leaf)}
          >
            <MeasureChoice label="Surfaces show" table={leafMeasures} value={leaf} onChange={setLeaf} />
          </ScenePlot>
        </div>
        <p class="scene-sets" data-testid="scene-compared-steps">
          Broad phases, {comparedStepsText(steps)}.
        </p>
        {leaves.length > 0 && (
          <p class="scene-sets" data-testid="scene-leaves">
            Surfaces of pairs, medians and quartiles of {leafRounds} rounds, {leafClock} time:{' '}
            {leafText(leaves.at(-1)!, formatMilliseconds)}.
          </p>
        )}
        <p class="scene-sets" data-testid="scene-sets">
          {sets === null ? 'All instances are in one set.' : `First step, ${setsText(sets, formatCount)}.`}
        </p>
      </div>
      <div class="panel-foot">
        <span class="name">Times are of this machine now: close other work to compare them.</span>
        <button
          type="button"
          class="button small"
          data-testid="scene-csv"
          title="Save as CSV with full precision, as boxwood scene --csv prints it"
          onClick={() => saveText(comparisonCsv(comparison), `${sceneStem(scene.name)}-figures.csv`, 'text/csv')}
        >
          CSV
        </button>
        <button type="button" class="button small" data-testid="scene-compare" onClick={() => startSceneComparison(app.store)}>
          Run again
        </button>
      </div>
    </>
  );
}

interface MeasureChoiceProps<Name extends string> {
  readonly label: string;
  readonly table: Readonly<Record<Name, { readonly title: string; readonly meaning: string }>>;
  readonly value: Name;
  readonly onChange: (value: Name) => void;
}

function MeasureChoice<Name extends string>({ label, table, value, onChange }: MeasureChoiceProps<Name>): JSX.Element {
  const choices = (Object.keys(table) as Name[]).map((name) => ({ value: name, title: table[name].title, meaning: table[name].meaning }));
  return <Segmented label={label} value={value} choices={choices} onChange={onChange} />;
}
