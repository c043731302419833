import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { curveCount } from '#core/pair';
import { select, setHover } from '../../commands/actions.ts';
import { largestCurves } from '../../scene/curve-labels.ts';
import { pageTheme } from '../../state/preferences/page-theme.ts';
import type { Store } from '../../state/store/store.ts';
import { curveLabel } from '../../text/curve-label.ts';
import { formatMany } from '../../text/format-number.ts';
import { FigureTitle } from '../../widgets/figure-title.tsx';
import { loopOf, loopSelection, type ContactOutcome } from '../pair/pair-rows.ts';
import type { Bin } from '../statistics/bins.ts';
import { Histogram } from '../statistics/histogram.tsx';

/** More bars have no room for their names. */
const maxBars = 12;

/** The contact curves with the most segments as bars; a bar selects its curve. */
export function CurvePlot({ store, outcome }: { store: Store; outcome: ContactOutcome }): JSX.Element | null {
  const { loops } = outcome.pairContacts;
  const count = curveCount(loops);
  const chosen = loopOf(outcome, store.scene.value.selection);
  const theme = pageTheme.value;
  const bins = useMemo(
    () =>
      largestCurves(loops.firstSegment, count, maxBars).map(
        (curve): Bin => ({
          from: curve,
          to: curve,
          count: loops.firstSegment[curve + 1]! - loops.firstSegment[curve]!,
          name: curveLabel(curve),
        }),
      ),
    // The chosen bar has another colour.
    [loops, chosen, theme],
  );
  if (count === 0) return null;
  const selectionColour = getComputedStyle(document.documentElement).getPropertyValue('--meaning-selection').trim();
  return (
    <div data-testid="curve-plot">
      <div class="sub-title">
        <b>
          <FigureTitle label={{ figure: 'Segments', text: 'Segments per curve' }} />
        </b>
        <span>{count > maxBars ? `${maxBars} largest of ${formatMany(count, 'curve')}` : formatMany(count, 'curve')}</span>
      </div>
      <Histogram
        label="Segments per contact curve"
        bins={bins}
        colourOf={({ from }) => (from === chosen ? selectionColour : null)}
        textOf={({ from, count: segments }) => `${curveLabel(from)}: ${formatMany(segments, 'segment')}`}
        hint="Click to select the curve"
        onPick={({ from }) => select(store, loopSelection(outcome, from))}
        onHover={(bin) => setHover(store, bin === null ? null : loopSelection(outcome, bin.from))}
      />
    </div>
  );
}
