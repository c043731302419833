import type { JSX } from 'preact';
import { formatError } from '#core/error';
import type { SphereTouch } from '#core/query';
import type { DocumentId } from '#host-api';
import type { App } from '../commands/app.ts';
import { documentOf, frame, select, setHover } from '../commands/actions.ts';
import { copyLong } from '../commands/copy-long.ts';
import { describeTouches } from '../commands/describe-rows.ts';
import { placementOf } from '../state/pair/placement.ts';
import { isCutAway } from '../state/section/cut-away.ts';
import type { Selection } from '../state/store/records.ts';
import { touchIndex, touchOf, type SphereOutcome } from '../state/sphere/sphere-query.ts';
import type { Store } from '../state/store/store.ts';
import { unitsOf } from '../state/documents/space-of.ts';
import { formatCount, formatMany, formatNumber } from '../text/format-number.ts';
import { lengthLabel, shownVector } from '../text/shown-unit.ts';
import { ListFoot } from '../widgets/list-foot.tsx';
import { RecordList, triple, type Column } from '../widgets/record-list.tsx';
import { ownSpaceText } from './properties/own-space-note.tsx';
import { PartCell } from './hidden-mark.tsx';
import { featureLabel } from '../text/feature-label.ts';
import { directionDecimals, lengthDecimals, lengthText } from '../text/list-lengths.ts';

/** The triangles that the sphere overlaps, in ascending order. A row's record is made when the row is visible: there may be very many. */
export function TouchesPanel({ app: { store } }: { app: App }): JSX.Element {
  const outcome = store.sphere.value;
  const problem = store.sphereProblem.value;
  if (problem !== null)
    return (
      <div class="list-panel">
        <p class="empty-note" role="alert" data-testid="touches">
          {formatError(problem)}
        </p>
      </div>
    );
  if (outcome === null) {
    return (
      <div class="list-panel">
        <p class="empty-note">No sphere. Choose the sphere tool (S) and click in the view.</p>
      </div>
    );
  }
  const { triangles, stats, microseconds, input } = outcome;
  const chosen = triangleOf(store.scene.value.selection, input.document);
  const hovered = triangleOf(store.hover.value, input.document);
  const pushed = store.pushOut.value;
  const touchAt = (index: number): Extract<Selection, { kind: 'touch' }> => ({ kind: 'touch', triangle: triangles[index]! });
  return (
    <div class="list-panel">
      <RecordList
        name="touch"
        label="Overlapping triangles"
        testId="touches"
        count={triangles.length}
        columns={columnsOf(store, outcome)}
        source={outcome}
        rowAt={(index) => touchOf(outcome, triangles[index]!)}
        marks={({ triangle, feature }) => ({ 'data-touch': triangle, 'data-feature': feature })}
        chosen={chosen === null ? null : touchIndex(outcome, chosen)}
        isHovered={({ triangle }) => triangle === hovered}
        onChoose={(index) => select(store, touchAt(index))}
        onFrame={(index) => frame(store, touchAt(index))}
        onHover={(index) => setHover(store, index === null ? null : touchAt(index))}
        empty="No overlapping triangles."
      />
      <ListFoot
        figure="Query cost"
        testId="sphere-cost"
        copy={triangles.length === 0 ? null : () => void copyLong(store, describeTouches(store, outcome, triangles))}
      >
        {ownSpaceText(store, input.document)}
        {formatMany(stats.nodesVisited, 'node')} visited, {formatMany(stats.trianglesTested, 'triangle')} tested,{' '}
        {formatNumber(microseconds, 3)} µs
        {pushed !== null && `; push-out ${formatNumber(pushed.microseconds, 3)} µs`}
      </ListFoot>
    </div>
  );
}

/** Whether a triangle is selected or hovered, as a touch or by itself: its row is the same. */
function triangleOf(thing: Selection | null, document: DocumentId): number | null {
  switch (thing?.kind) {
    case 'touch':
      return thing.triangle;
    case 'triangle':
      return thing.document === document ? thing.triangle : null;
    default:
      return null;
  }
}

function columnsOf(store: Store, outcome: SphereOutcome): readonly Column<SphereTouch>[] {
  const { input, triangles } = outcome;
  const document = documentOf(store, input.document);
  const units = unitsOf(store, document);
  const decimals = lengthDecimals(document?.mesh?.bounds ?? null, units);
  const kept = store.kept.value;
  const placement = placementOf(store.scene.value, input.document);
  return [
    { title: 'Mark', look: 'mark', cell: (touch) => <span class={`feature-mark ${touch.feature}`} /> },
    { title: 'Triangle', look: 'right', sortKey: (i) => triangles[i]!, cell: (touch) => formatCount(touch.triangle) },
    { title: 'Feature', cell: (touch) => featureLabel(touch) },
    {
      title: lengthLabel('Depth', units),
      figure: 'Overlap depth',
      look: 'right',
      className: 'depth',
      sortKey: (i) => touchOf(outcome, triangles[i]!).depth,
      cell: (touch) => lengthText(touch.depth, units, decimals),
    },
    { title: 'Direction', look: 'triple', cell: (touch) => triple(touch.direction, directionDecimals) },
    {
      title: lengthLabel('Closest point', units),
      figure: 'Closest',
      look: 'triple',
      cell: (touch) => triple(shownVector(units, touch.point), decimals),
    },
    ...(kept.length === 0
      ? []
      : [{ title: 'Section', cell: (touch: SphereTouch) => (isCutAway(kept, placement, touch.point) ? 'cut away' : '') } as const]),
    {
      title: 'Part',
      look: 'name',
      cell: ({ part, triangle }) => <PartCell store={store} document={input.document} part={part} triangle={triangle} />,
    },
  ];
}
