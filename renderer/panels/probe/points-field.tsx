import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { Vec3 } from '#core/math';
import { formatMany, plainNumber } from '../../text/format-number.ts';
import { parsePointLines } from '../../text/parse-point-lines.ts';
import { lengthLabel, maxShownLength, ownLength, shownLength, type ShownUnit } from '../../text/shown-unit.ts';

interface PointsFieldProps {
  readonly label: string;
  readonly points: readonly Vec3[];
  readonly minCount: number;
  readonly units: ShownUnit;
  readonly testId: string;
  readonly onCommit: (title: string, points: readonly Vec3[]) => void;
}

/** A list of points, one on each line. Invalid text stays with the reason until it is corrected, or Escape discards it. */
export function PointsField({ label, points, minCount, units, testId, onCommit }: PointsFieldProps): JSX.Element {
  const [typed, setTyped] = useState<string | null>(null);
  const reasonId = useId();
  const parsed = typed === null ? null : parsePointLines(typed, minCount, maxShownLength(units));
  const reason = typeof parsed === 'string' ? parsed : null;
  const commit = (): void => {
    if (parsed === null || typeof parsed === 'string') return;
    setTyped(null);
    const own = parsed.map(([x, y, z]): Vec3 => [ownLength(units, x), ownLength(units, y), ownLength(units, z)]);
    onCommit(`${label}: ${formatMany(own.length, 'point')}`, own);
  };
  const text = points.map((point) => point.map((value) => plainNumber(shownLength(units, value))).join(', ')).join('\n');
  return (
    <div class="points-field">
      <span class="label">{lengthLabel(label, units)}</span>
      <textarea
        rows={Math.min(6, Math.max(3, points.length))}
        spellcheck={false}
        aria-label={label}
        aria-invalid={reason !== null}
        aria-describedby={reason === null ? undefined : reasonId}
        data-testid={testId}
        value={typed ?? text}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && typed !== null) {
            event.stopPropagation();
            setTyped(null);
          }
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) commit();
        }}
      />
      {reason !== null && (
        <div class="field-reason" id={reasonId} role="alert">
          {reason}
        </div>
      )}
    </div>
  );
}
