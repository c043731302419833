import type { JSX } from 'preact';
import { curveCount, type CurveKind } from '#core/pair';
import type { App } from '../../commands/app.ts';
import { documentOf, frame, select, setHover } from '../../commands/actions.ts';
import { copyLong } from '../../commands/copy-long.ts';
import { describeLoops } from '../../commands/describe-rows.ts';
import type { Store } from '../../state/store/store.ts';
import { unitsOf } from '../../state/documents/space-of.ts';
import { curveLabel } from '../../text/curve-label.ts';
import { formatCount } from '../../text/format-number.ts';
import { lengthLabel } from '../../text/shown-unit.ts';
import { ListFoot } from '../../widgets/list-foot.tsx';
import { lineEndsText, lineKind, loopsText } from '../../text/loops-text.ts';
import { RecordList, type Column } from '../../widgets/record-list.tsx';
import { lengthDecimals, lengthText } from '../../text/list-lengths.ts';
import { PairList } from './pair-list.tsx';
import { loopOf, loopSelection, type ContactOutcome } from './pair-rows.ts';
import { offLoopsText, whyNoLoops } from './pair-words.ts';

/** The contact curves of the two meshes, joined from the segments of their contacts, and why each open one ends. */
export function LoopsPanel({ app }: { app: App }): JSX.Element {
  return <PairList app={app} testId="loops" list={(outcome) => <LoopList store={app.store} outcome={outcome} />} />;
}

interface LoopRow {
  readonly closed: boolean;
  readonly segments: number;
  readonly length: number;
  readonly kind: CurveKind;
  /** Empty for a closed loop. */
  readonly ends: string;
}

function LoopList({ store, outcome }: { store: Store; outcome: ContactOutcome }): JSX.Element {
  const { loops } = outcome.pairContacts;
  const count = curveCount(loops);
  const chosen = loopOf(outcome, store.scene.value.selection);
  const hovered = loopOf(outcome, store.hover.value);
  const texts = [loopsText(loops), offLoopsText(loops)].filter((text) => text !== null && text !== '');
  return (
    <>
      <RecordList
        name="loop"
        label="Contact curves"
        testId="loops"
        count={count}
        columns={columnsOf(store, outcome)}
        source={loops}
        rowAt={(index) => rowAt(outcome, index)}
        marks={({ closed: isClosed, segments }, index) => ({
          'data-loop': index,
          'data-closed': String(isClosed),
          'data-segments': segments,
        })}
        chosen={chosen}
        isHovered={(_, index) => index === hovered}
        onChoose={(index) => select(store, loopSelection(outcome, index))}
        onFrame={(index) => frame(store, loopSelection(outcome, index))}
        onHover={(index) => setHover(store, index === null ? null : loopSelection(outcome, index))}
        empty={whyNoLoops(loops)?.text ?? ''}
      />
      <ListFoot testId="loops-count" copy={count === 0 ? null : () => void copyLong(store, describeLoops(outcome))}>
        {texts.join('; ')}
      </ListFoot>
    </>
  );
}

function columnsOf(store: Store, { input, pairContacts: { loops } }: ContactOutcome): readonly Column<LoopRow>[] {
  const fixed = documentOf(store, input.fixed);
  const units = unitsOf(store, fixed);
  const decimals = lengthDecimals(fixed?.mesh?.bounds ?? null, units);
  return [
    { title: '#', look: 'right', className: 'quiet', cell: (_, index) => curveLabel(index) },
    {
      title: 'Kind',
      className: 'kind',
      sortKey: (i) => 2 * loops.kinds[i]! + loops.closed[i]!,
      cell: ({ closed, kind, ends }) => [
        <span key="mark" class={`loop-mark${closed ? '' : ' open'}`} title={ends} />,
        `${kind}, ${closed ? 'closed' : 'open'}`,
      ],
    },
    {
      title: 'Segments',
      look: 'right',
      sortKey: (i) => loops.firstSegment[i + 1]! - loops.firstSegment[i]!,
      cell: ({ segments }) => formatCount(segments),
    },
    {
      title: lengthLabel('Length', units),
      look: 'right',
      className: 'length',
      sortKey: (i) => loops.lengths[i]!,
      cell: ({ length }) => lengthText(length, units, decimals),
    },
    { title: 'Why open', className: 'quiet', cell: ({ ends }) => ends },
  ];
}

function rowAt({ pairContacts: { loops } }: ContactOutcome, index: number): LoopRow {
  return {
    closed: loops.closed[index] === 1,
    segments: loops.firstSegment[index + 1]! - loops.firstSegment[index]!,
    length: loops.lengths[index]!,
    kind: lineKind(loops, index),
    ends: lineEndsText(loops, index),
  };
}
