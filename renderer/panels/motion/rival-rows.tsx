import type { JSX } from 'preact';
import type { MotionRivals } from '#core/sweep';
import type { App } from '../../commands/app.ts';
import { openMotionExample } from '../../commands/motion-actions.ts';
import { motionExamples } from '../../commands/motion-examples.ts';
import { FigureTitle } from '../../widgets/figure-title.tsx';
import { formatMilliseconds } from '../../text/format-number.ts';
import { rivalText } from './motion-words.ts';

const methods = [
  { name: 'bisection', figure: 'Time bisection', example: 'A ball through a thin plate' },
  { name: 'boxes', figure: '15 axes', example: 'A blade that turns into a post' },
] as const;

interface RivalRowsProps {
  readonly app: App;
  readonly rivals: MotionRivals | null;
  /** Begins the test ids: the panels Motion and Compare have such rows. */
  readonly testId?: string;
}

/** The older methods: what each finds for the motion, and a motion that it misses. */
export function RivalRows({ app, rivals, testId = 'motion' }: RivalRowsProps): JSX.Element {
  return (
    <table class="motion-rivals" aria-label="Older methods" data-testid={`${testId}-rivals`}>
      <tbody>
        {methods.map(({ name, figure, example }) => (
          <tr key={name}>
            <th scope="row">
              <FigureTitle label={figure} />
            </th>
            <td
              data-testid={`${testId}-rival-${name}`}
              class={rivals !== null && rivals[name].verdict !== 'agrees' ? 'warning-text' : undefined}
            >
              {rivals === null ? '' : rivalText(rivals[name])}
            </td>
            <td class="right quiet">{rivals === null ? '' : formatMilliseconds(rivals[name].milliseconds)}</td>
            <td>
              <button
                type="button"
                class="button small"
                title={`${example}: opens a motion that this method misses`}
                data-testid={`${testId}-example-${name}`}
                onClick={() => void openMotionExample(app, motionExamples[name])}
              >
                Example
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
