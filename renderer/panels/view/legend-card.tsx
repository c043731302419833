import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useCallback, useRef } from 'preact/hooks';
import type { App } from '../../commands/app.ts';
import { toggleKind } from '../../commands/finding-actions.ts';
import { legendOf, type DepthLegend } from '../../scene/legend.ts';
import type { DistanceLegend } from '../../scene/legend-colours.ts';
import type { LegendItem } from '../../scene/legend-item.ts';
import { legendRows, legendRowsIn, maxLegendRows } from '../../scene/legend-rows.ts';
import { formatCount, formatMany } from '../../text/format-number.ts';
import { Icon } from '../../widgets/icon.tsx';

/** Shows the legend of what the view currently draws: the rows that fit into a quarter of it, at most six, and all of them on request. */
export function LegendCard({ app }: { app: App }): JSX.Element | null {
  const { card, maxRows } = useMaxRows();
  const isOpen = useSignal(false);
  const legend = legendOf(app.store);
  const { depth, distances, items, colours } = legend;
  if (depth === null && distances === null && colours === null && items.length === 0) return null;
  const { legendFolded } = app.shell;
  const title = legendFolded.value ? 'Show legend' : 'Hide legend';
  const rows = legendRows(legend, maxRows);
  const isWhole = isOpen.value && rows.leftOut > 0;
  return (
    <div
      ref={card}
      class={legendFolded.value ? 'legend folded' : isWhole ? 'legend whole' : 'legend'}
      data-testid="legend"
      role="group"
      aria-label="Legend"
    >
      <button
        type="button"
        class="icon-button fold"
        title={title}
        aria-label={title}
        aria-expanded={!legendFolded.value}
        onClick={() => (legendFolded.value = !legendFolded.peek())}
      >
        <Icon name={legendFolded.value ? 'unfold' : 'fold'} small />
        {legendFolded.value && 'Legend'}
      </button>
      {!legendFolded.value && (
        <>
          {depth !== null && (rows.hasScales || isWhole) && <DepthScale {...depth} />}
          {distances !== null && (rows.hasScales || isWhole) && <DistanceScale {...distances} />}
          <Rows app={app} items={isWhole ? items : rows.items} />
          {colours !== null && (maxRows > 0 || isWhole) && (
            <div class="line">
              <b>{colours.title}</b>
            </div>
          )}
          <Rows app={app} items={isWhole ? (colours?.items ?? []).slice(0, maxListed) : rows.colours} />
          {rows.leftOut > 0 && (
            <button
              type="button"
              class="more"
              data-testid="legend-more"
              aria-expanded={isOpen.value}
              onClick={() => (isOpen.value = !isOpen.peek())}
            >
              {isOpen.value
                ? 'Show fewer'
                : maxRows === 0
                  ? `Legend: ${formatMany(rows.leftOut, 'row')}`
                  : `and ${formatCount(rows.leftOut)} more`}
            </button>
          )}
        </>
      )}
    </div>
  );
}

/** Returns how many rows of the legend are whole in the view of its card, whatever its height. The card gets the reference. */
function useMaxRows(): { readonly card: (element: HTMLElement | null) => void; readonly maxRows: number } {
  const rows = useSignal(maxLegendRows);
  const observer = useRef<ResizeObserver | null>(null);
  const card = useCallback((element: HTMLElement | null) => {
    observer.current?.disconnect();
    observer.current = null;
    const view = element?.closest('.view') ?? null;
    if (view === null) return;
    observer.current = new ResizeObserver(() => (rows.value = legendRowsIn(view.clientWidth, view.clientHeight)));
    observer.current.observe(view);
  }, []);
  return { card, maxRows: rows.value };
}

/** Rows beyond this are too many to read; a level can have thousands of parts. */
const maxListed = 200;

function Rows({ app, items }: { app: App; items: readonly LegendItem[] }): JSX.Element {
  return (
    <>
      {items.map((item, i) =>
        item.kind === undefined ? (
          <Line key={`${i} ${item.text}`} {...item} />
        ) : (
          <KindLine key={item.kind.name} app={app} {...item} kind={item.kind} />
        ),
      )}
    </>
  );
}

function Line({ mark, colour, text }: LegendItem): JSX.Element {
  return (
    <div class="line">
      <span class={mark} style={{ color: colour }} />
      {text}
    </div>
  );
}

/** A finding type. A click hides its marks in the view, or shows them again. */
function KindLine({ app, mark, colour, text, kind }: LegendItem & { app: App; kind: NonNullable<LegendItem['kind']> }): JSX.Element {
  const { name, title, isShown } = kind;
  return (
    <button
      type="button"
      class={`line kind${isShown ? '' : ' off'}`}
      role="switch"
      aria-checked={isShown}
      title={isShown ? `Hide marks: ${title}` : `Show marks: ${title}`}
      data-kind={name}
      onClick={() => toggleKind(app.store, name, title)}
    >
      <span class={`finding-mark ${mark}`} style={{ color: colour }} />
      {text}
      <Icon name={isShown ? 'visible' : 'hidden'} small />
    </button>
  );
}

function DistanceScale({ title, colours, end, mean }: DistanceLegend): JSX.Element {
  return (
    <div data-testid="distance-scale">
      <div class="line">{title}</div>
      <div class="depth-scale" aria-hidden="true">
        {colours.map((colour) => (
          <span key={colour} style={{ background: colour, width: '8px' }} />
        ))}
      </div>
      <div class="ends">
        <span>0</span>
        <span>{end}</span>
      </div>
      {mean !== '' && <div class="line">{mean}</div>}
    </div>
  );
}

/** More steps than this become narrow, so that the scale of a deep tree fits its card. */
const maxWideSteps = 24;
const scaleWidth = 220;

function DepthScale({ title, steps, deepest }: DepthLegend): JSX.Element {
  const width = steps.length > maxWideSteps ? Math.max(1, Math.floor(scaleWidth / steps.length) - 1) : 8;
  return (
    <div>
      <div class="line">
        <b>Depth</b>
        {title}
      </div>
      <div class="depth-scale" aria-hidden="true">
        {steps.map(({ colour, drawn }, i) => (
          <span key={i} class={drawn ? '' : 'beyond'} style={{ background: colour, width: `${width}px` }} />
        ))}
      </div>
      <div class="ends">
        <span>root</span>
        <span>depth {deepest}</span>
      </div>
    </div>
  );
}
