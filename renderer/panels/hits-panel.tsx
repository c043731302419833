import type { JSX } from 'preact';
import { formatError } from '#core/error';
import type { RayHit } from '#core/query';
import type { App } from '../commands/app.ts';
import { documentOf, frame, select, setHover } from '../commands/actions.ts';
import { copyLong } from '../commands/copy-long.ts';
import { describeHits } from '../commands/describe-rows.ts';
import { placementOf } from '../state/pair/placement.ts';
import { isCutAway } from '../state/section/cut-away.ts';
import type { RayOutcome } from '../state/store/records.ts';
import type { Store } from '../state/store/store.ts';
import { unitsOf } from '../state/documents/space-of.ts';
import { formatCount, formatMany, formatNumber } from '../text/format-number.ts';
import { lengthLabel, shownVector } from '../text/shown-unit.ts';
import { ListFoot } from '../widgets/list-foot.tsx';
import { RecordList, triple, type Column } from '../widgets/record-list.tsx';
import { ownSpaceText } from './properties/own-space-note.tsx';
import { PartCell } from './hidden-mark.tsx';
import { directionDecimals, lengthDecimals, lengthText } from '../text/list-lengths.ts';

/** The hits of the ray, numbered as in the view. */
export function HitsPanel({ app: { store } }: { app: App }): JSX.Element {
  const outcome = store.ray.value;
  const problem = store.rayProblem.value;
  if (problem !== null)
    return (
      <div class="list-panel">
        <p class="empty-note" role="alert" data-testid="hits">
          {formatError(problem)}
        </p>
      </div>
    );
  if (outcome === null) {
    return (
      <div class="list-panel">
        <p class="empty-note">No ray. Choose the ray tool (T) and click in the view.</p>
      </div>
    );
  }
  const { hits, stats } = outcome.result;
  const { selection } = store.scene.value;
  const hover = store.hover.value;
  return (
    <div class="list-panel">
      <RecordList
        name="hit"
        label="Ray hits"
        testId="hits"
        count={hits.length}
        columns={columnsOf(store, outcome)}
        rowAt={(index) => hits[index]!}
        marks={({ triangle }, index) => ({ 'data-hit': index, 'data-triangle': triangle })}
        classOf={(_, index) => (index === 0 ? 'first' : null)}
        chosen={selection?.kind === 'hit' ? selection.hit : null}
        isHovered={(_, index) => hover?.kind === 'hit' && hover.hit === index}
        onChoose={(hit) => select(store, { kind: 'hit', hit })}
        onFrame={(hit) => frame(store, { kind: 'hit', hit })}
        onHover={(hit) => setHover(store, hit === null ? null : { kind: 'hit', hit })}
        empty="No hits."
      />
      <ListFoot
        testId="ray-cost"
        figure="Query cost"
        copy={hits.length === 0 ? null : () => void copyLong(store, describeHits(store, outcome, hits))}
      >
        {ownSpaceText(store, outcome.input.document)}
        {formatMany(stats.nodesVisited, 'node')} visited, {formatMany(stats.trianglesTested, 'triangle')} tested,{' '}
        {formatNumber(outcome.microseconds, 3)} µs
      </ListFoot>
    </div>
  );
}

function columnsOf(store: Store, { input }: RayOutcome): readonly Column<RayHit>[] {
  const document = documentOf(store, input.document);
  const units = unitsOf(store, document);
  const decimals = lengthDecimals(document?.mesh?.bounds ?? null, units);
  const kept = store.kept.value;
  const placement = placementOf(store.scene.value, input.document);
  return [
    { title: '#', cell: (_, index) => <span class="number">{index + 1}</span> },
    {
      title: lengthLabel('Distance', units),
      look: 'right',
      className: 'distance',
      cell: (hit) => lengthText(hit.distance, units, decimals),
    },
    { title: lengthLabel('Position', units), look: 'triple', cell: (hit) => triple(shownVector(units, hit.position), decimals) },
    { title: 'Normal', look: 'triple', cell: (hit) => triple(hit.normal, directionDecimals) },
    { title: 'Triangle', look: 'right', cell: (hit) => formatCount(hit.triangle) },
    ...(kept.length === 0
      ? []
      : [{ title: 'Section', cell: (hit: RayHit) => (isCutAway(kept, placement, hit.position) ? 'cut away' : '') } as const]),
    {
      title: 'Part',
      look: 'name',
      cell: ({ part, triangle }) => <PartCell store={store} document={input.document} part={part} triangle={triangle} />,
    },
    { title: 'Barycentric', look: 'triple', parts: 'u v w', cell: (hit) => triple(hit.barycentric, directionDecimals) },
  ];
}
