import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { runCommand } from '../../commands/keymap.ts';
import { copyText } from '../../host/copy-text.ts';
import { measurementOf } from '../../state/measure/measure.ts';
import { shownPoints } from '../../state/measure/shown-points.ts';
import { angleDigits, formatNumber, plainNumber } from '../../text/format-number.ts';
import { lengthLabel } from '../../text/shown-unit.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { MeasurePrompt } from './measure-prompt.tsx';
import { MeasureFigure } from './measure-figure.tsx';
import { LengthText } from './length-text.tsx';
import { worldLengths } from './scene-lengths.ts';
import { VectorRow } from './vector-row.tsx';

/** The measured points, the distances between them and their angle. */
export function MeasuredPoints({ app }: { app: App }): JSX.Element {
  const { store } = app;
  const shown = shownPoints(store);
  const points = shown.map(({ position }) => position);
  const lengths = worldLengths(store);
  const { units } = lengths;
  const { distances, steps, angleDegrees } = measurementOf(points);
  const copied = [
    ...points.map((point, i) => [`point ${i + 1}`, ...point]),
    ...distances.map((distance, i) => [`distance ${i + 1}`, distance]),
    ...(angleDegrees === null ? [] : [['angle, degrees', angleDegrees]]),
  ];
  const text = copied.map((row) => row.map((value) => (typeof value === 'number' ? plainNumber(value) : value)).join('\t')).join('\n');
  return (
    <>
      <MeasurePrompt store={store} />
      {shown.map(({ position, kind }, i) => (
        <VectorRow key={`point ${i}`} label={{ figure: 'Point', text: `${i + 1}: ${kind}` }} lengths={lengths} values={position} />
      ))}
      {distances.map((distance, i) => [
        <MeasureFigure
          key={`distance ${i}`}
          label={{ figure: 'Distance between', text: lengthLabel(`${i + 1} to ${i + 2}`, units) }}
          testId={`measure-distance-${i + 1}`}
        >
          <LengthText value={distance} lengths={lengths} />
        </MeasureFigure>,
        <VectorRow key={`step ${i}`} label="Difference" lengths={lengths} values={steps[i]!} />,
      ])}
      {angleDegrees !== null && (
        <MeasureFigure label="Angle, °" testId="measure-angle">
          <span title={plainNumber(angleDegrees)}>{formatNumber(angleDegrees, angleDigits)}</span>
        </MeasureFigure>
      )}
      {points.length > 0 && (
        <div class="button-row">
          <button type="button" class="button" onClick={() => void copyText(text)}>
            Copy
          </button>
          <button type="button" class="button" title={commandTip('clearMeasure')} onClick={() => runCommand(app, 'clearMeasure')}>
            Clear
          </button>
        </div>
      )}
    </>
  );
}
