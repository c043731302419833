import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { App } from '../../commands/app.ts';
import { setSceneLook } from '../../commands/scene-actions.ts';
import { type AxisBar, axisBars, type AxisPicture, axisPicture, explainedAxis } from '../../state/instances/axis-picture.ts';
import type { InstancePair } from '../../state/instances/scene-run-state.ts';
import { figureMarks } from '../../text/figures.ts';
import { formatCount, formatMany, formatNumber } from '../../text/format-number.ts';
import { Segmented } from '../../widgets/segmented.tsx';

/** Bars of the picture, at most. */
const maxBars = 160;
/** The picture in its own units: it is stretched to the panel. */
const width = 1000;
const height = 300;
/** Sizes of segments that are listed. */
const maxSizes = 8;

/**
 * The intervals of all boxes along one axis, sorted by their begin from top to bottom, with the borders of the segments. Two boxes are
 * compared only if their bars overlap from left to right, within a segment; on the swept axis across segments too.
 */
export function AxisView({ app: { store } }: { app: App }): JSX.Element {
  const { frame, look, pair } = store.sceneRun.value;
  const sweep = frame?.facts.sweep ?? null;
  const axis = useMemo(() => look.axis ?? (frame === null ? 0 : explainedAxis(frame.boxes, sweep)), [look.axis, frame, sweep]);
  const isSwept = sweep !== null && sweep.axis === axis;
  const size = sweep?.segmentBoxes[axis] ?? null;
  const last = useRef<{ readonly axis: number; readonly picture: AxisPicture } | null>(null);
  const picture = useMemo(() => {
    if (frame === null) return null;
    const before = last.current?.axis === axis ? last.current.picture : null;
    const now = axisPicture(frame.boxes, axis, size, before);
    last.current = { axis, picture: now };
    return now;
  }, [frame, axis, size]);
  const bars = useMemo(() => (picture === null ? [] : axisBars(picture, maxBars)), [picture]);
  if (picture === null) return <p class="empty-note">No step yet.</p>;
  return (
    <div class="axis-view">
      <div class="axis-head">
        <Segmented
          label="Axis"
          value={String(axis)}
          choices={['X', 'Y', 'Z'].map((title, i) => ({ value: String(i), title, meaning: `The boxes along ${title}` }))}
          onChange={(value) => setSceneLook(store, { axis: Number(value) as 0 | 1 | 2 })}
        />
        <span
          data-testid="axis-words"
          data-crossing={picture.crossing}
          data-sizes={picture.sizes.join()}
          {...figureMarks('Sorted intervals')}
        >
          {wordsOf(picture, bars, sweep === null ? 'off' : isSwept ? 'swept' : 'cut')}
        </span>
      </div>
      <Picture picture={picture} bars={bars} pair={pair} />
    </div>
  );
}

function wordsOf({ order, sizes, crossing }: AxisPicture, bars: readonly AxisBar[], role: 'off' | 'swept' | 'cut'): string {
  const each = bars.length === order.length ? '' : ` Each bar is ${formatCount(bars[0]?.boxes.length ?? 0)} boxes.`;
  switch (role) {
    case 'off':
      return `${formatMany(order.length, 'box', 'boxes')} by begin. This method sorts no axis.${each}`;
    case 'swept':
      return `Swept axis, sorted in ${cutText(sizes)}. A box is compared with those that begin before it ends, across segments too.${each}`;
    case 'cut':
      return `${cutText(sizes)}; ${formatMany(crossing, 'box', 'boxes')} lie in more than one.${each}`;
  }
}

/** `4 segments: 20, 20, 20, 10 boxes begin in them`; the last size is always listed. */
function cutText(sizes: readonly number[]): string {
  const rest = sizes.length > maxSizes ? `, …, ${formatCount(sizes.at(-1)!)}` : '';
  const listed = sizes
    .slice(0, rest === '' ? maxSizes : maxSizes - 1)
    .map(formatCount)
    .join(', ');
  return `${formatMany(sizes.length, 'segment')}: ${listed}${rest} boxes begin in them`;
}

function Picture({ picture, bars, pair }: { picture: AxisPicture; bars: readonly AxisBar[]; pair: InstancePair | null }): JSX.Element {
  const { mins, maxs, borders } = picture;
  const from = mins[0] ?? 0;
  const to = maxs.reduce((most, value) => Math.max(most, value), from);
  const x = (value: number): number => (to > from ? (width * (value - from)) / (to - from) : 0);
  const row = height / Math.max(1, bars.length);
  const isChosen = ({ boxes }: AxisBar): boolean => pair !== null && (boxes.includes(pair.i) || boxes.includes(pair.j));
  return (
    <svg
      class="axis-picture"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label="Sorted intervals along the axis"
    >
      {bars.map((bar, at) => (
        <rect
          key={at}
          x={x(bar.min)}
          y={at * row}
          width={Math.max(1.5, x(bar.max) - x(bar.min))}
          height={Math.max(0.5, 0.8 * row)}
          class={isChosen(bar) ? 'chosen' : bar.isCut ? 'cut' : ''}
        >
          <title>
            {bar.boxes.length === 1 ? `Instance ${bar.boxes[0]}` : `${bar.boxes.length} instances`}: {formatNumber(bar.min, 5)} to{' '}
            {formatNumber(bar.max, 5)}
          </title>
        </rect>
      ))}
      {borders.map((border, at) => (
        <line key={`b${at}`} x1={x(border)} x2={x(border)} y1={0} y2={height} vector-effect="non-scaling-stroke" />
      ))}
    </svg>
  );
}
