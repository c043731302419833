import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { App } from '../commands/app.ts';
import { documentOf, select } from '../commands/actions.ts';
import { currentJob } from '../commands/current-job.ts';
import { runCommand, withShortcut } from '../commands/keymap.ts';
import { unitsOf } from '../state/documents/space-of.ts';
import { selectionLabel } from '../panels/selection-label.ts';
import { selectedSet } from '../state/selection/selected-set.ts';
import { setFacts } from '../state/selection/set-facts.ts';
import type { SceneInput } from '../state/instances/scene-input.ts';
import type { Store } from '../state/store/store.ts';
import { figureMarks } from '../text/figures.ts';
import { shownLength, shownVector, withLengthSign } from '../text/shown-unit.ts';
import { formatCount, formatMany, formatMilliseconds, formatNumber } from '../text/format-number.ts';
import { FigureTitle } from '../widgets/figure-title.tsx';
import { Icon } from '../widgets/icon.tsx';
import { TourOffer } from './tour/tour-offer.tsx';
import { coordinateTexts, lengthDecimals, measureDigits } from '../text/list-lengths.ts';

/** Counts, selection, pointer, progress and frame time in one line. */
export function StatusBar({ app }: { app: App }): JSX.Element {
  const { store } = app;
  const document = store.activeDocument.value;
  const mesh = document?.summary.mesh ?? null;
  const { movingMesh } = store.scene.value;
  const moved = movingMesh === null ? null : (documentOf(store, movingMesh.document)?.summary.mesh ?? null);
  const frame = store.frame.value;
  const hidden = document === null ? 0 : (store.hiddenTriangles.value.get(document.summary.id)?.count ?? 0);
  return (
    <footer class="status-bar" data-region="" data-testid="status">
      {store.scene.value.instances === null ? (
        <span>
          <Icon name="document" small />
          {mesh === null ? 'No mesh open' : formatMany(mesh.triangles, 'triangle')}
          {hidden > 0 && `, ${formatCount(hidden)} hidden`}
          {mesh !== null && moved !== null && movingMesh?.fixed === document?.summary.id && `, moving mesh ${formatCount(moved.triangles)}`}
        </span>
      ) : (
        <InstancesText store={store} input={store.scene.value.instances} />
      )}
      <TourOffer app={app} />
      <SelectionText store={store} />
      <Pointer app={app} />
      <span class="push" />
      <Progress app={app} />
      <HealthCounts app={app} />
      {store.ray.value !== null && (
        <FigureTitle label={{ figure: 'Query cost', text: `ray ${formatNumber(store.ray.value.microseconds, 3)} µs` }} />
      )}
      {store.sphere.value !== null && (
        <FigureTitle label={{ figure: 'Query cost', text: `sphere ${formatNumber(store.sphere.value.microseconds, 3)} µs` }} />
      )}
      {store.probe.value !== null && store.probe.value.stats !== null && (
        <FigureTitle label={{ figure: 'Query cost', text: `probe ${formatNumber(store.probe.value.microseconds, 3)} µs` }} />
      )}
      {frame !== null && (
        <span class="cost" {...figureMarks('Frame time', `Time to draw the last frame of the view, by ${frame.renderer}`)}>
          frame {formatMilliseconds(frame.milliseconds)}
          {isSoftware(frame.renderer) ? ', software GL' : ''}
        </span>
      )}
      <Units app={app} />
    </footer>
  );
}

/** The open scene: its instances, the shown step with its pairs, and the chosen instances. */
function InstancesText({ store, input: { packed, documents } }: { store: Store; input: SceneInput }): JSX.Element {
  const { frame, picked, options } = store.sceneRun.value;
  return (
    <span data-testid="status-scene">
      <Icon name="document" small />
      {formatMany(packed.meshOf.length, 'instance')} of {formatMany(documents.length, 'mesh', 'meshes')}
      {frame !== null && `, step ${formatCount(frame.step)} of ${formatCount(options.steps - 1)}, ${formatMany(frame.facts.pairs, 'pair')}`}
      {picked.size > 0 && `, ${formatCount(picked.size)} chosen`}
    </span>
  );
}

/** The types of errors and warnings of the active mesh, which lead to the list; nothing without any. */
function HealthCounts({ app: { store, shell } }: { app: App }): JSX.Element | null {
  const id = store.scene.value.activeDocument;
  const open = id === null ? [] : (store.findings.value.get(id)?.open ?? []);
  const counts = (['error', 'warning'] as const)
    .map((severity) => ({ severity, count: open.filter((finding) => finding.severity === severity).length }))
    .filter(({ count }) => count > 0);
  if (counts.length === 0) return null;
  return (
    <span>
      <button
        type="button"
        class="status-health"
        data-testid="status-health"
        title="Show the findings"
        onClick={() => shell.showList('findings')}
      >
        {counts.map(({ severity, count }) => (
          <span key={severity} class={`severity ${severity}`}>
            <Icon name={severity} small />
            {formatMany(count, `${severity} type`)}
          </span>
        ))}
      </button>
    </span>
  );
}

/** The unit of lengths. Where the document has none, a button that shows where it is set. */
function Units({ app }: { app: App }): JSX.Element | null {
  const { store, shell } = app;
  const document = store.activeDocument.value;
  if (document === null) return null;
  const { name } = unitsOf(store, document);
  if (name !== null) return <span data-testid="status-units">{name}</span>;
  return (
    <button
      type="button"
      class="unit-unknown"
      data-testid="status-units"
      title="The file states no unit. Click to set the length of one unit of the file."
      onClick={() => {
        // Tools show their own properties.
        runCommand(app, 'selectTool');
        select(store, { kind: 'document', document: document.summary.id });
        shell.unitWanted.value = true;
      }}
    >
      unit unknown
    </button>
  );
}

/** The selection; for several objects also their triangles and area. */
function SelectionText({ store }: { store: Store }): JSX.Element | null {
  const { selection } = store.scene.value;
  const label = selectionLabel(store);
  const isSet = selection?.kind === 'parts' || selection?.kind === 'triangles';
  const found = isSet ? selectedSet(store, selection) : null;
  const mesh = found?.mesh ?? null;
  const facts = useMemo(() => (found === null ? null : setFacts(found.mesh, found.set)), [mesh, selection]);
  if (label === null) return null;
  const units = found === null ? null : unitsOf(store, documentOf(store, found.document));
  const area =
    facts === null || units === null
      ? ''
      : `, area ${withLengthSign(formatNumber(shownLength(units, facts.area, 2), measureDigits), units, 2)}`;
  const triangles = facts === null || selection?.kind === 'triangles' ? '' : `, ${formatMany(facts.triangles, 'triangle')}`;
  return (
    <span class="selection-text" data-testid="status-selection">
      {label} selected
      {triangles}
      {area}
    </span>
  );
}

function Pointer({ app: { store } }: { app: App }): JSX.Element | null {
  const point = store.pointer.value;
  const bounds = store.activeDocument.value?.mesh?.bounds ?? null;
  const unpickable = store.unpickable.value === null ? null : documentOf(store, store.unpickable.value);
  if (unpickable !== null)
    return (
      <span class="warning-text" data-testid="unpickable">
        {unpickable.summary.name} has no tree. Build one to pick triangles.
      </span>
    );
  if (point === null || bounds === null) return null;
  const units = unitsOf(store, store.activeDocument.value);
  const decimals = lengthDecimals(bounds, units);
  const shown = coordinateTexts(shownVector(units, point), decimals);
  return (
    <span class="mono" data-testid="pointer">
      {['x', 'y', 'z'].map((axis, i) => `${axis} ${shown[i]}`).join('  ')}
    </span>
  );
}

function Progress({ app }: { app: App }): JSX.Element | null {
  const shown = currentJob(app.store)?.shown ?? null;
  return shown === null ? null : <Cancellable app={app} text={shown.text} fraction={shown.fraction} />;
}

function Cancellable({ app, text, fraction }: { app: App; text: string; fraction: number }): JSX.Element {
  return (
    <>
      <Bar text={text} fraction={fraction} />
      <span>
        <button
          type="button"
          class="button small"
          data-testid="cancel"
          title={withShortcut('Cancel the running job', 'cancel')}
          onClick={() => runCommand(app, 'cancel')}
        >
          Cancel
        </button>
      </span>
    </>
  );
}

function Bar({ text, fraction }: { text: string; fraction: number }): JSX.Element {
  const percent = Math.floor(Math.min(1, Math.max(0, fraction)) * 100);
  return (
    <span data-testid="progress" role="status">
      {text}
      <progress class="progress-bar" max={100} value={percent} aria-label={text} />
      {percent} %
    </span>
  );
}

function isSoftware(renderer: string): boolean {
  return /swiftshader|llvmpipe|software/i.test(renderer);
}
