import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { formatNumber, plainNumber, unitFor } from '../text/format-number.ts';
import { Icon } from './icon.tsx';
import { parseNumber, type NumberRange } from '../text/parse-number.ts';
import { stepBy, stepOf, type StepKeys } from '../text/step-number.ts';
import { useDrag } from './use-drag.ts';

export interface NumberFieldProps extends NumberRange {
  /** Its name for those who do not see where it stands. */
  readonly label: string;
  readonly value: number;
  /** Shown at the left end, where a drag changes the value: `X`, or nothing but the grip. */
  readonly grip?: 'X' | 'Y' | 'Z' | undefined;
  readonly unit?: string | undefined;
  readonly meaning?: string | undefined;
  /** What one arrow key or some pixels of a drag add; from the value's own size unless given. */
  readonly step?: number | undefined;
  /** What the reset button gives; without it there is no button. */
  readonly initial?: number | undefined;
  /** Significant digits shown at rest. */
  readonly digits?: number | undefined;
  readonly testId?: string | undefined;
  /** A drag or held arrow key shows this now; it is no step yet. */
  readonly onPreview?: ((value: number) => void) | undefined;
  /** One undo step. */
  readonly onCommit: (value: number) => void;
  /** Escape during a drag: what was shown goes back. */
  readonly onRevert?: (() => void) | undefined;
}

/** What is under way in a field. */
type Editing =
  | { readonly kind: 'rest' }
  /** Entered, not changed: all digits are shown, so that a copy has them. */
  | { readonly kind: 'entered' }
  | { readonly kind: 'typing'; readonly text: string; readonly reason: string | null }
  /** By drag or arrow keys: shown, not committed. */
  | { readonly kind: 'sliding'; readonly value: number };

/**
 * A number that can be typed, stepped, dragged and reset. It rests with a few digits and is edited with all of them. Wrong
 * text stays where it is, with the reason, until it is mended or Escape takes it back.
 */
export function NumberField(props: NumberFieldProps): JSX.Element {
  const { label, value, grip, unit, meaning, initial, digits, testId, onPreview, onCommit, onRevert } = props;
  const [editing, show] = useState<Editing>({ kind: 'rest' });
  // Leaving the field follows the key that caused it before the next render, so handlers ask here.
  const newest = useRef<Editing>(editing);
  const setEditing = (next: Editing): void => {
    newest.current = next;
    show(next);
  };
  const reasonId = useId();
  const step = props.step ?? stepOf(value);

  const commit = (text: string): void => {
    const parsed = parseNumber(text, props);
    if ('reason' in parsed) {
      setEditing({ kind: 'typing', text, reason: parsed.reason });
      return;
    }
    setEditing({ kind: 'rest' });
    if (!Object.is(parsed.value, value)) onCommit(parsed.value);
  };
  const slide = (from: number, steps: number, keys: StepKeys): void => {
    const next = stepBy(from, steps, step, keys, props);
    setEditing({ kind: 'sliding', value: next });
    onPreview?.(next);
  };
  const settle = (): void => {
    const last = newest.current;
    if (last.kind !== 'sliding') return;
    setEditing({ kind: 'rest' });
    onCommit(last.value);
  };
  const giveUp = (): void => {
    if (newest.current.kind === 'sliding') onRevert?.();
    setEditing({ kind: 'rest' });
  };

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
    const now = newest.current;
    if (event.key === 'Enter') {
      if (now.kind === 'typing') commit(now.text);
      else settle();
      // What is wrong stays under the cursor; after the rest the keys belong to the view again.
      if (newest.current.kind !== 'typing') event.currentTarget.blur();
    } else if (event.key === 'Escape') {
      // Escape is the field's own while something is under way; at rest it only leaves the field.
      giveUp();
      event.currentTarget.blur();
      event.stopPropagation();
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      const typed = now.kind === 'typing' ? parseNumber(now.text, props) : { value: now.kind === 'sliding' ? now.value : value };
      if ('value' in typed) slide(typed.value, event.key === 'ArrowUp' ? 1 : -1, event);
    }
  };

  const drag = useDrag({ value, slide, settle, giveUp });
  // Three coordinates beside each other have no room for separators: what does not fit would be cut, and misread.
  const rest = textOf(editing, value, digits);
  const shown = grip === undefined || editing.kind === 'typing' ? rest : rest.replaceAll(',', '');
  const reason = editing.kind === 'typing' ? editing.reason : null;
  const unitShown = unit === undefined ? '' : unitFor(editing.kind === 'sliding' ? editing.value : value, unit);
  const canReset = initial !== undefined && !Object.is(initial, value);
  return (
    <div class="number">
      <div class={`field${reason === null ? '' : ' invalid'}`} title={reason ?? meaning}>
        <span class={`grip ${grip?.toLowerCase() ?? ''}`} {...drag} aria-hidden="true">
          {grip ?? ''}
        </span>
        <input
          type="text"
          inputMode="decimal"
          autocomplete="off"
          spellcheck={false}
          role="spinbutton"
          aria-label={label}
          aria-valuenow={Number.isFinite(value) ? value : undefined}
          aria-valuetext={unitShown === '' ? shown : `${shown} ${unitShown}`}
          aria-valuemin={plainLimit(props.min)}
          aria-valuemax={plainLimit(props.max)}
          aria-invalid={reason !== null}
          aria-describedby={reason === null ? undefined : reasonId}
          data-edited={editing.kind === 'typing'}
          data-testid={testId}
          value={shown}
          onFocus={(event) => {
            if (newest.current.kind !== 'rest') return;
            setEditing({ kind: 'entered' });
            // At once, so that it can be selected, and one keystroke replaces it.
            event.currentTarget.value = full(value);
            event.currentTarget.select();
          }}
          onInput={(event) => setEditing({ kind: 'typing', text: event.currentTarget.value, reason: null })}
          onBlur={() => {
            if (newest.current.kind === 'typing') commit(newest.current.text);
            else if (newest.current.kind === 'sliding') settle();
            else setEditing({ kind: 'rest' });
          }}
          onKeyDown={onKeyDown}
          onKeyUp={(event) => {
            if (event.key === 'ArrowUp' || event.key === 'ArrowDown') settle();
          }}
        />
        {unitShown !== '' && <span class="unit">{unitShown}</span>}
        {canReset && (
          <button
            type="button"
            class="reset"
            title={`Reset to ${full(initial)}`}
            aria-label={`Reset ${label}`}
            onClick={() => {
              setEditing({ kind: 'rest' });
              onCommit(initial);
            }}
          >
            <Icon name="reset" small />
          </button>
        )}
      </div>
      {reason !== null && (
        <div class="field-reason" id={reasonId} role="alert">
          {reason}
        </div>
      )}
    </div>
  );
}

function textOf(editing: Editing, value: number, digits = 5): string {
  switch (editing.kind) {
    case 'rest':
      return formatNumber(value, digits);
    case 'entered':
      return full(value);
    case 'typing':
      return editing.text;
    case 'sliding':
      return formatNumber(editing.value, digits);
  }
}

function full(value: number): string {
  return value === Infinity ? '∞' : plainNumber(value);
}

/** Readers of the page take no exponent: a limit that needs one is told as none. */
function plainLimit(limit: number | undefined): number | undefined {
  return limit !== undefined && String(limit).includes('e') ? undefined : limit;
}
