import type { JSX } from 'preact';
import { formatError } from '#core/error';
import { trianglePath } from '#core/tree';
import type { App } from '../commands/app.ts';
import { documentOf, frame, select, setHover } from '../commands/actions.ts';
import { copyLong } from '../commands/copy-long.ts';
import { describeProbe } from '../commands/describe-probe.ts';
import { probeRowOf, type ProbeOutcome } from '../state/probe/probe-query.ts';
import { type ProbeKind, probeSpecs } from '../state/probe/probe-shapes.ts';
import type { ProbeRow } from '../state/probe/run-probe.ts';
import { unitsOf } from '../state/documents/space-of.ts';
import type { Hover, Selection } from '../state/store/records.ts';
import type { Store } from '../state/store/store.ts';
import { featureLabel } from '../text/feature-label.ts';
import { formatCount, formatMany, formatNumber } from '../text/format-number.ts';
import { lengthDecimals, lengthText } from '../text/list-lengths.ts';
import { lengthLabel, shownVector } from '../text/shown-unit.ts';
import { ListFoot } from '../widgets/list-foot.tsx';
import { RecordList, triple, type Column } from '../widgets/record-list.tsx';
import { ownSpaceText } from './properties/own-space-note.tsx';
import { PartCell } from './hidden-mark.tsx';

/** The triangles that the probe found. A row's record is made when the row is visible: there may be very many. */
export function ProbePanel({ app: { store } }: { app: App }): JSX.Element {
  const outcome = store.probe.value;
  const problem = store.probeProblem.value;
  if (outcome === null) {
    return (
      <div class="list-panel">
        <p class="empty-note" role={problem === null ? 'status' : 'alert'} data-testid="probed">
          {problem !== null
            ? formatError(problem)
            : store.probeWaits.value
              ? 'Preparing the winding numbers of this mesh…'
              : 'No probe. Choose the probe tool (Shift+E) and point at a surface.'}
        </p>
      </div>
    );
  }
  const { triangles, stats, microseconds, input } = outcome;
  const { hasFeature, hasPoint } = probeSpecs[input.shape.kind].columns;
  const triangleAt = (index: number): Extract<Selection, { kind: 'triangle' }> => {
    const triangle = triangles[index]!;
    const tree = store.scene.peek().trees.get(input.document)?.tree;
    const node = tree === undefined ? null : (trianglePath(tree, triangle)?.at(-1) ?? null);
    return { kind: 'triangle', document: input.document, triangle, node };
  };
  const hovered = triangleOf(store.hover.value, outcome);
  return (
    <div class="list-panel">
      <RecordList
        name={hasFeature ? 'probed' : hasPoint ? 'probed-hit' : 'probed-plain'}
        label="Triangles of the probe"
        testId="probed"
        count={triangles.length}
        columns={columnsOf(store, outcome)}
        source={outcome}
        rowAt={outcome.rowAt}
        marks={({ triangle }) => ({ 'data-probed': triangle })}
        chosen={rowOfSelection(store, outcome)}
        isHovered={({ triangle }) => triangle === hovered}
        onChoose={(index) => select(store, triangleAt(index))}
        onFrame={(index) => frame(store, triangleAt(index))}
        onHover={(index) => setHover(store, index === null ? null : triangleAt(index))}
        empty={emptyTexts[input.shape.kind] ?? 'No triangles.'}
      />
      <ListFoot
        figure="Query cost"
        testId="probe-cost"
        copy={triangles.length === 0 ? null : () => void copyLong(store, describeProbe(store, outcome))}
      >
        {ownSpaceText(store, input.document)}
        {stats !== null && `${formatMany(stats.nodesVisited, 'node')} visited, ${formatMany(stats.trianglesTested, 'triangle')} tested, `}
        {formatNumber(microseconds, 3)} µs
      </ListFoot>
    </div>
  );
}

/** What the list of a shape without triangles says. */
const emptyTexts: Partial<Readonly<Record<ProbeKind, string>>> = {
  slice: 'A slice has distances, not triangles. Point at it to see them in Properties.',
  polygon: 'A polygon is queried without the mesh. Properties has the result.',
};

function rowOfSelection({ scene }: Store, outcome: ProbeOutcome): number | null {
  const triangle = triangleOf(scene.value.selection, outcome);
  return triangle === null ? null : probeRowOf(outcome, triangle);
}

function triangleOf(thing: Selection | Hover | null, { input }: ProbeOutcome): number | null {
  return thing?.kind === 'triangle' && thing.document === input.document ? thing.triangle : null;
}

function columnsOf(store: Store, { input, triangles, rowAt }: ProbeOutcome): readonly Column<ProbeRow>[] {
  const document = documentOf(store, input.document);
  const units = unitsOf(store, document);
  const decimals = lengthDecimals(document?.mesh?.bounds ?? null, units);
  const { number, hasFeature, hasPoint } = probeSpecs[input.shape.kind].columns;
  const columns: Column<ProbeRow>[] = [
    { title: 'Triangle', look: 'right', sortKey: (i) => triangles[i]!, cell: ({ triangle }) => formatCount(triangle) },
  ];
  if (hasFeature) columns.push({ title: 'Feature', cell: ({ feature }) => (feature === null ? '' : featureLabel(feature)) });
  if (number !== null) {
    columns.push({
      title: lengthLabel(number, units),
      figure: number === 'Depth' ? 'Overlap depth' : 'Distance',
      look: 'right',
      className: 'depth',
      sortKey: (i) => rowAt(i).number ?? Number.NaN,
      cell: (row) => lengthText(row.number, units, decimals),
    });
  }
  if (hasPoint) {
    columns.push({
      title: lengthLabel('Point', units),
      figure: 'Position',
      look: 'triple',
      cell: ({ point }) => (point === null ? '' : triple(shownVector(units, point), decimals)),
    });
  }
  columns.push({
    title: 'Part',
    look: 'name',
    cell: ({ part, triangle }) => <PartCell store={store} document={input.document} part={part} triangle={triangle} />,
  });
  return columns;
}
