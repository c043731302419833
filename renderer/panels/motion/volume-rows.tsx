import type { JSX } from 'preact';
import type { FirstTest } from '#core/sweep';
import { showSweptVolume } from '../../commands/motion-actions.ts';
import type { MotionOutcome } from '../../state/motion/motion-search.ts';
import type { Store } from '../../state/store/store.ts';
import { formatCount, formatMany, formatShortTime } from '../../text/format-number.ts';
import { FigureTitle } from '../../widgets/figure-title.tsx';

const volumes = [
  { name: 'box', figure: 'Swept box', meaning: 'Draw the box around the swept solid' },
  { name: 'hull', figure: 'Swept hull', meaning: 'Draw the hull of all positions' },
] as const;

/** The swept volumes as first tests: what each overlaps, its cost, whether that was a false positive, and a switch that draws it. */
export function VolumeRows({ store, outcome }: { store: Store; outcome: MotionOutcome }): JSX.Element {
  const tests = outcome.volumes?.tests ?? null;
  return (
    <table class="motion-rivals" aria-label="Swept volumes" data-testid="motion-volumes">
      <tbody>
        {volumes.map(({ name, figure, meaning }) => {
          const test = tests?.[name] ?? null;
          const isShown = store.motionVolumes.value[name];
          return (
            <tr key={name}>
              <th scope="row">
                <FigureTitle label={figure} />
              </th>
              <td data-testid={`motion-volume-${name}`} class={isFalse(test, outcome) ? 'warning-text' : undefined}>
                {test === null ? '' : testText(test, outcome)}
              </td>
              <td>
                <button
                  type="button"
                  class="button small"
                  aria-pressed={isShown}
                  title={meaning}
                  aria-label={`Draw ${figure.toLowerCase()}`}
                  data-testid={`motion-draw-${name}`}
                  disabled={test === null}
                  onClick={() => showSweptVolume(store, name, !isShown)}
                >
                  Draw
                </button>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function isFalse(test: FirstTest | null, { result }: MotionOutcome): boolean {
  return test?.overlaps === true && result.state === 'apart';
}

/** `free of A`, `24 triangles`, `24 triangles, false positive`, with the cost. */
function testText(test: FirstTest, outcome: MotionOutcome): string {
  const { overlaps, triangles, nodesVisited, milliseconds } = test;
  const found = overlaps ? formatMany(triangles, 'triangle') : 'free of A';
  return `${found}${isFalse(test, outcome) ? ', false positive' : ''}, ${formatCount(nodesVisited)} nodes, ${formatShortTime(milliseconds)}`;
}
