import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { formatError } from '#core/error';
import { winnersText } from '#core/job';
import { documentLabel } from '../../state/documents/document-label.ts';
import type { CompareState } from '../../state/compare/compare-state.ts';
import type { App } from '../../commands/app.ts';
import { CopyCommandButton } from '../copy-command-button.tsx';
import { documentCommands } from '../../commands/change-commands.ts';
import { runCommand } from '../../commands/keymap.ts';
import { saveText } from '../../host/save-file.ts';
import { formatMany, formatMilliseconds } from '../../text/format-number.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { BspRow } from './bsp-row.tsx';
import { columnGroups, type ColumnGroup } from './compare-columns.ts';
import { compareCsv, compareJson } from './compare-files.ts';
import { CompareTable } from './compare-table.tsx';
import { Segmented } from '../../widgets/segmented.tsx';
import { MotionRow } from './motion-row.tsx';
import { SceneMethods } from './scene-methods.tsx';

/** What is compared while a scene is open. */
const subjects = {
  scene: { title: 'Scene', meaning: 'The methods that find pairs, and figures 2 and 3 of the article, on the open scene' },
  trees: { title: 'Trees', meaning: 'The kinds of trees on the active mesh' },
} as const;

/** The methods of the open scene, or the kinds of trees on the active mesh. A comparison of the scene that starts is shown. */
export function ComparePanel({ app }: { app: App }): JSX.Element {
  const scene = app.store.scene.value.instances;
  const { kind } = app.store.sceneComparison.value;
  const [subject, setSubject] = useState<keyof typeof subjects>('scene');
  const starts = kind === 'wanted' || kind === 'running';
  useEffect(() => {
    if (starts) setSubject('scene');
  }, [starts]);
  if (scene === null) return <TreesPanel app={app} />;
  const choices = (Object.keys(subjects) as (keyof typeof subjects)[]).map((value) => ({ value, ...subjects[value] }));
  return (
    <div class="list-panel">
      <div class="scene-views">
        <Segmented label="Compared" value={subject} choices={choices} onChange={setSubject} />
      </div>
      {subject === 'scene' ? <SceneMethods app={app} scene={scene} /> : <TreesPanel app={app} />}
    </div>
  );
}

/** Every tree kind and split on the active mesh, measured with the same queries. Rows appear while they are measured. Selecting one builds and shows its tree. */
function TreesPanel({ app }: { app: App }): JSX.Element {
  const { store } = app;
  const comparison = store.comparison.value;
  const active = store.activeDocument.value;
  const [unfolded, setUnfolded] = useState<ReadonlySet<ColumnGroup>>(new Set());
  if (comparison.kind === 'done' && comparison.document === active?.summary.id) {
    const { document, outcome } = comparison;
    const name = nameOf(app, document);
    return (
      <div class="list-panel">
        <CompareBar text={winnersText(name, outcome.records)} unfolded={unfolded} onUnfold={setUnfolded} />
        <CompareTable app={app} document={document} records={outcome.records} unfolded={unfolded} />
        <div class="compare-others">
          <BspRow app={app} document={document} />
          <MotionRow app={app} />
        </div>
        <CompareFoot app={app} name={name} outcome={outcome} />
      </div>
    );
  }
  if (comparison.kind === 'running' && comparison.document === active?.summary.id && comparison.records.length > 0)
    return (
      <div class="list-panel">
        <CompareBar text="" unfolded={unfolded} onUnfold={setUnfolded} />
        <CompareTable app={app} document={null} records={comparison.records} unfolded={unfolded} />
        <div class="panel-foot">
          <Running app={app} comparison={comparison} />
        </div>
      </div>
    );
  return (
    <div class="list-panel">
      <div class="empty-note compare-start" data-testid="compare">
        <CompareStart app={app} comparison={comparison} />
      </div>
      <MotionRow app={app} />
    </div>
  );
}

/** Which kind is best at what, and buttons that unfold groups of columns. */
function CompareBar({
  text,
  unfolded,
  onUnfold,
}: {
  text: string;
  unfolded: ReadonlySet<ColumnGroup>;
  onUnfold: (groups: ReadonlySet<ColumnGroup>) => void;
}): JSX.Element {
  const toggle = (group: ColumnGroup): void => {
    const next = new Set(unfolded);
    if (!next.delete(group)) next.add(group);
    onUnfold(next);
  };
  return (
    <div class="compare-bar">
      {text !== '' && (
        <p class="compare-winners" role="status" data-testid="compare-winners">
          {text}
        </p>
      )}
      <div class="compare-groups" role="group" aria-label="Columns">
        <span class="quiet">Columns</span>
        {(Object.keys(columnGroups) as ColumnGroup[]).map((group) => (
          <button
            key={group}
            type="button"
            class="chip"
            aria-pressed={unfolded.has(group)}
            title={unfolded.has(group) ? 'Hide the columns of this group' : 'Show all columns of this group'}
            data-group={group}
            onClick={() => toggle(group)}
          >
            {columnGroups[group]}
          </button>
        ))}
      </div>
    </div>
  );
}

function CompareStart({ app, comparison }: { app: App; comparison: CompareState }): JSX.Element {
  const { store } = app;
  if (comparison.kind === 'running') return <Running app={app} comparison={comparison} />;
  const whyNotWith = documentCommands.compareWith.whyNot(app);
  return (
    <>
      {comparison.kind === 'failed' && comparison.document === store.scene.value.activeDocument && (
        <span role="alert">{formatError(comparison.problem)}</span>
      )}
      <span>Builds every tree kind for the active mesh and measures the same rays, spheres and poses on each.</span>
      <button
        type="button"
        class="button primary"
        data-command="compare"
        disabled={store.activeTree.value === null}
        onClick={() => runCommand(app, 'compare')}
      >
        Compare kinds
      </button>
      <span>Compares two meshes, or a collider with its visual mesh: distances both ways.</span>
      <button
        type="button"
        class="button"
        data-command="compareWith"
        disabled={whyNotWith !== null}
        title={whyNotWith ?? commandTip('compareWith')}
        onClick={() => runCommand(app, 'compareWith')}
      >
        Compare with…
      </button>
    </>
  );
}

/** The progress of a comparison, with a button that cancels it. */
function Running({ app, comparison }: { app: App; comparison: Extract<CompareState, { kind: 'running' }> }): JSX.Element {
  const percent = Math.floor(100 * comparison.fraction);
  return (
    <>
      <span role="status">Comparing tree kinds on {nameOf(app, comparison.document)}</span>
      <progress class="progress-bar" max={100} value={percent} aria-label="Comparison progress" />
      <span>{percent} %</span>
      <button type="button" class="button small" data-testid="compare-cancel" onClick={() => app.comparison.stop()}>
        Cancel
      </button>
    </>
  );
}

interface CompareFootProps {
  readonly app: App;
  readonly name: string;
  readonly outcome: Extract<CompareState, { kind: 'done' }>['outcome'];
}

/** What was measured, and buttons that save the table or run the comparison again. */
function CompareFoot({ app, name, outcome: { records, milliseconds } }: CompareFootProps): JSX.Element {
  const [first] = records;
  const areSame = records.every(({ resultHash }) => resultHash === first?.resultHash);
  return (
    <div class="panel-foot">
      <span class="name" data-testid="compare-foot">
        {first !== undefined &&
          `${formatMany(first.rays.queries, 'ray')}, ${formatMany(first.spheres.queries, 'sphere')} and ${formatMany(first.motions.queries, 'pose')} per row; `}
        {areSame ? 'all rows return the same results' : <span class="warning-text">the rows return different results</span>};{' '}
        {formatMilliseconds(milliseconds)}
      </span>
      <button
        type="button"
        class="button small"
        data-testid="compare-csv"
        title="Save as CSV with full precision"
        onClick={() => saveText(compareCsv(records), `${name}-compare.csv`, 'text/csv')}
      >
        CSV
      </button>
      <button
        type="button"
        class="button small"
        data-testid="compare-json"
        title="Save as JSON, as boxwood tree --compare --json prints it"
        onClick={() => saveText(compareJson(name, records), `${name}-compare.json`, 'application/json')}
      >
        JSON
      </button>
      <CopyCommandButton app={app} subject="compare" />
      <button
        type="button"
        class="button small"
        data-command="compare"
        title="Compare again with the current build options"
        onClick={() => runCommand(app, 'compare')}
      >
        Run again
      </button>
    </div>
  );
}

function nameOf({ store }: App, document: number): string {
  return documentLabel(store.documents.value, document);
}

/** Returns the number of rows, for the panel's tab. */
export function compareRows({ store }: App): number {
  const comparison = store.comparison.value;
  return comparison.kind === 'done' && comparison.document === store.scene.value.activeDocument ? comparison.outcome.records.length : 0;
}
