import type { JSX } from 'preact';
import type { BspReport } from '#core/bsp';
import { formatError } from '#core/error';
import type { Finding } from '#core/finding';
import { bspOptions, type BspOptions } from '#core/options';
import type { App } from '../../commands/app.ts';
import { setBspOptions } from '../../commands/bsp-actions.ts';
import { runCommand } from '../../commands/keymap.ts';
import { documentLabel } from '../../state/documents/document-label.ts';
import { unitsOf } from '../../state/documents/space-of.ts';
import { bspOf, type ShownBsp } from '../../state/bsp/bsp-state.ts';
import { formatCount, formatMany, formatNumber } from '../../text/format-number.ts';
import { lengthLabel, type ShownUnit, shownLength } from '../../text/shown-unit.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { CopyCommandButton } from '../copy-command-button.tsx';
import { OptionField } from '../option-field.tsx';
import { BspComparisonTable } from './bsp-comparison.tsx';
import { BspRouteFields } from './bsp-route.tsx';
import { BspLookFields } from './bsp-look.tsx';

/** Builds the BSP tree of the active mesh, shows its figures next to an AABB tree, and sets what is drawn of it. */
export function BspPanel({ app }: { app: App }): JSX.Element {
  const { store } = app;
  const active = store.activeDocument.value;
  if (active?.mesh?.bounds == null) return <p class="empty-note">Open a mesh to build its BSP tree.</p>;
  const shown = bspOf(store.bsp.value, active.summary.id);
  return (
    <div class="bsp-panel" data-testid="bsp">
      <BspForm app={app} name={documentLabel(app.store.documents.value, active.summary.id)} />
      {shown !== null && <BspFigures shown={shown} units={unitsOf(store, active)} />}
      {shown !== null && <LeftOut findings={active.summary.mesh?.findings ?? []} />}
      {shown?.picture != null && <BspLookFields app={app} picture={shown.picture} />}
      {shown?.picture != null && <BspRouteFields app={app} route={store.bsp.value.route} />}
      {shown?.comparison != null && <BspComparisonTable comparison={shown.comparison} splits={shown.report.splits ?? 0} />}
    </div>
  );
}

/** The options, and the button that starts the build. */
function BspForm({ app, name }: { app: App; name: string }): JSX.Element {
  const { options } = app.store.bsp.value;
  return (
    <section class="bsp-form" aria-label="New BSP tree">
      <p class="quiet name">BSP tree of {name}</p>
      {(Object.keys(bspOptions) as (keyof BspOptions)[]).map((option) => (
        <div key={option} class="option-row">
          <OptionField
            option={bspOptions[option]}
            name={`bsp-${option}`}
            value={options[option]}
            onChange={(value) => setBspOptions(app.store, { [option]: value } as Partial<BspOptions>)}
          />
        </div>
      ))}
      <Running app={app} />
      <button
        type="button"
        class="button small primary"
        data-command="buildBsp"
        title={commandTip('buildBsp')}
        onClick={() => runCommand(app, 'buildBsp')}
      >
        Build BSP tree
      </button>
      <CopyCommandButton app={app} subject="bsp" />
    </section>
  );
}

/** The progress of a build with a button that cancels it, or why the last one failed. */
function Running({ app: { store, bsp } }: { app: App }): JSX.Element | null {
  const { run } = store.bsp.value;
  if (run.kind === 'none' || run.kind === 'done' || run.document !== store.scene.value.activeDocument) return null;
  if (run.kind === 'failed')
    return (
      <p class="error-text" role="alert" data-testid="bsp-problem">
        {formatError(run.problem)}
      </p>
    );
  const percent = Math.floor(100 * run.fraction);
  return (
    <div class="check-bar" role="status" data-testid="bsp-progress">
      <progress class="progress-bar" max={100} value={percent} aria-label="Building the BSP tree" />
      <span class="figure">{percent} %</span>
      <button type="button" class="button small" data-testid="bsp-cancel" onClick={() => bsp.stop()}>
        Cancel
      </button>
    </div>
  );
}

/** What the reader of the file left out: the tree is that of the rest. */
function LeftOut({ findings }: { findings: readonly Finding[] }): JSX.Element | null {
  const left = findings.filter(({ code }) => leftOutCodes.has(code));
  if (left.length === 0) return null;
  return (
    <div class="warning-text" role="status" data-testid="bsp-left-out">
      {left.map(({ message, count }) => (
        <p key={message}>
          {message} ({formatCount(count)}).
        </p>
      ))}
    </div>
  );
}

const leftOutCodes: ReadonlySet<Finding['code']> = new Set(['unusable-brushes', 'unusable-faces', 'non-finite-vertices']);

/** The size of the tree and its volumes, or the leak of an open mesh. */
function BspFigures({ shown: { report }, units }: { shown: ShownBsp; units: ShownUnit }): JSX.Element {
  return (
    <section class="bsp-figures" aria-label="Figures of the BSP tree">
      {report.closed ? (
        <dl class="facts" data-testid="bsp-figures">
          {figuresOf(report, units).map(([label, value]) => (
            <div key={label} class="fact">
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p class="warning-text" role="status" data-testid="bsp-leak">
          The mesh is not closed: {formatMany(report.openEdges, 'open edge')}. {leakText(report)}
        </p>
      )}
    </section>
  );
}

export function figuresOf(report: BspReport, units: ShownUnit): readonly (readonly [label: string, value: string])[] {
  const count = (value: number | null): string => formatCount(value ?? 0);
  const volume = (value: number | null): string => formatNumber(shownLength(units, value ?? 0, 3));
  return [
    ['Nodes', count(report.nodes)],
    ['Leaves', count(report.leaves)],
    ['Depth', count(report.depth)],
    ['Splits', count(report.splits)],
    ['Bytes', count(report.bytes)],
    ['Empty cells', count(report.cells)],
    ['Portals', count(report.portals)],
    [lengthLabel('Solid volume', units, 3), volume(report.solidVolume)],
    [lengthLabel('Empty volume', units, 3), volume(report.emptyVolume)],
  ];
}

/** Why an open mesh has no leak, and what to do. */
const noLeakTexts: Readonly<Record<NonNullable<BspReport['leakSearch']>, string>> = {
  found: '',
  none: 'No way from inside to outside through the open edges was found. Close the mesh with Repair.',
  flipped: 'All open edges are those of flipped triangles, which leave no opening. Make the winding consistent with Repair.',
  limit: 'No leak was found: the search limit was reached. Close the mesh with Repair.',
};

function leakText({ leak, leakSearch }: BspReport): string {
  if (leak === null || leak.length === 0) return noLeakTexts[leakSearch ?? 'none'];
  return `The line shows the leak: from inside to outside through a hole, over ${formatMany(leak.length, 'point')}. Close the mesh with Repair.`;
}
