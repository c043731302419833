import type { JSX } from 'preact';
import type { FigureLabel } from '../../text/figures.ts';
import { formatNumber, plainNumber } from '../../text/format-number.ts';
import { FigureTitle, type NamedFigure } from '../../widgets/figure-title.tsx';

interface MeasureFigureProps {
  readonly label: FigureLabel | NamedFigure;
  readonly value: number;
  readonly testId: string;
}

/** A measured value; its tip has all digits. */
export function MeasureFigure({ label, value, testId }: MeasureFigureProps): JSX.Element {
  return (
    <div class="setting fixed">
      <span class="label">
        <FigureTitle label={label} />
      </span>
      <b class="mono" title={plainNumber(value)} data-testid={testId}>
        {formatNumber(value, 7)}
      </b>
    </div>
  );
}
