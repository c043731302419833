import type { InputHTMLAttributes, JSX } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { formatNumber, plainNumber, unitFor } from '../text/format-number.ts';
import { Icon } from './icon.tsx';
import { parseNumber, type NumberRange } from '../text/parse-number.ts';
import { stepBy, stepOf, type StepKeys } from '../text/step-number.ts';
import { useDrag } from './use-drag.ts';

export interface NumberFieldProps extends NumberRange {
  /** Accessible name. */
  readonly label: string;
  readonly value: number;
  /** Text of the grip at the left end, where a drag changes the value; an empty grip without it. */
  readonly grip?: 'X' | 'Y' | 'Z' | undefined;
  readonly unit?: string | undefined;
  readonly meaning?: string | undefined;
  /** Step of an arrow key or of a drag; derived from the value by default. */
  readonly step?: number | undefined;
  /** Value of the reset button; no button without it. */
  readonly initial?: number | undefined;
  /** Significant digits shown at rest. */
  readonly digits?: number | undefined;
  readonly testId?: string | undefined;
  /** Called during a drag or a held arrow key, before the commit. */
  readonly onPreview?: ((value: number) => void) | undefined;
  /** One undo step. */
  readonly onCommit: (value: number) => void;
  /** Called on Escape during a drag: restores what was shown. */
  readonly onRevert?: (() => void) | undefined;
}

/** State of a field. */
type Editing =
  | { readonly kind: 'rest' }
  /** Focused, not changed: all digits are shown, so that a copy has them. */
  | { readonly kind: 'entered' }
  | { readonly kind: 'typing'; readonly text: string; readonly reason: string | null }
  /** Changed by drag or arrow keys: shown, not committed. */
  | { readonly kind: 'sliding'; readonly value: number };

/**
 * A number that the user types, steps, drags and resets. It shows a few digits at rest and all of them for editing. Invalid text stays
 * with the reason until it is corrected or Escape discards it.
 */
export function NumberField(props: NumberFieldProps): JSX.Element {
  const { label, value, grip, unit, meaning, digits, testId } = props;
  const { editing, slide, settle, giveUp, handlers, reset } = useEditing(props);
  const reasonId = useId();
  const drag = useDrag({ value, slide, settle, giveUp });
  // Three coordinates in a row have no room for separators: a cut number would be misread.
  const rest = textOf(editing, value, digits);
  const shown = grip === undefined || editing.kind === 'typing' ? rest : rest.replaceAll(',', '');
  const reason = editing.kind === 'typing' ? editing.reason : null;
  const unitShown = unit === undefined ? '' : unitFor(editing.kind === 'sliding' ? editing.value : value, unit);
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
          {...handlers}
        />
        {unitShown !== '' && <span class="unit">{unitShown}</span>}
        {reset !== null && (
          <button type="button" class="reset" title={reset.title} aria-label={`Reset ${label}`} onClick={reset.run}>
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

/** Everything that changes a field: its state, the steps of a drag, and the handlers of its input. */
interface FieldEditing {
  readonly editing: Editing;
  readonly slide: (from: number, steps: number, keys: StepKeys) => void;
  readonly settle: () => void;
  readonly giveUp: () => void;
  readonly handlers: InputHandlers;
  /** `null` if the value is the initial one, or if there is none. */
  readonly reset: { readonly title: string; readonly run: () => void } | null;
}

type InputHandlers = Pick<InputHTMLAttributes<HTMLInputElement>, 'onFocus' | 'onInput' | 'onBlur' | 'onKeyDown' | 'onKeyUp'>;

function useEditing(props: NumberFieldProps): FieldEditing {
  const { value, initial, onPreview, onCommit, onRevert } = props;
  const [editing, show] = useState<Editing>({ kind: 'rest' });
  // The field may lose the focus before the next render, so handlers read the state here.
  const newest = useRef<Editing>(editing);
  const setEditing = (next: Editing): void => {
    newest.current = next;
    show(next);
  };
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
  const handlers = inputHandlers({ props, now: () => newest.current, setEditing, commit, slide, settle, giveUp });
  // Text that is not valid can be reset too, also where the value never changed.
  const isRefused = editing.kind === 'typing' && editing.reason !== null;
  const canReset = initial !== undefined && (isRefused || !Object.is(initial, value));
  const reset = (): void => {
    setEditing({ kind: 'rest' });
    if (!Object.is(initial, value)) onCommit(initial!);
  };
  return { editing, slide, settle, giveUp, handlers, reset: canReset ? { title: `Reset to ${full(initial)}`, run: reset } : null };
}

interface Edits extends Pick<FieldEditing, 'slide' | 'settle' | 'giveUp'> {
  readonly props: NumberFieldProps;
  readonly now: () => Editing;
  readonly setEditing: (next: Editing) => void;
  readonly commit: (text: string) => void;
}

function inputHandlers({ props, now, setEditing, commit, slide, settle, giveUp }: Edits): InputHandlers {
  return {
    onFocus(event) {
      if (now().kind !== 'rest') return;
      setEditing({ kind: 'entered' });
      // Immediately, so that it is selected and typing replaces it.
      event.currentTarget.value = full(props.value);
      event.currentTarget.select();
    },
    onInput: (event) => setEditing({ kind: 'typing', text: event.currentTarget.value, reason: null }),
    onBlur() {
      const last = now();
      if (last.kind === 'typing') commit(last.text);
      else if (last.kind === 'sliding') settle();
      else setEditing({ kind: 'rest' });
    },
    onKeyDown(event) {
      const last = now();
      if (event.key === 'Enter') {
        if (last.kind === 'typing') commit(last.text);
        else settle();
        // Invalid text stays under the cursor. Else the field keeps the focus, and the next digits replace the value: keys typed on by habit run no command.
        if (now().kind !== 'typing') enterAgain(event.currentTarget, setEditing);
      } else if (event.key === 'Escape') {
        // Escape cancels an edit; at rest it only leaves the field.
        giveUp();
        event.currentTarget.blur();
        event.stopPropagation();
      } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
        event.preventDefault();
        const typed =
          last.kind === 'typing' ? parseNumber(last.text, props) : { value: last.kind === 'sliding' ? last.value : props.value };
        if ('value' in typed) slide(typed.value, event.key === 'ArrowUp' ? 1 : -1, event);
      }
    },
    onKeyUp(event) {
      if (event.key === 'ArrowUp' || event.key === 'ArrowDown') settle();
    },
  };
}

/** Selects the value of a focused field once it is drawn. */
function enterAgain(input: HTMLInputElement, setEditing: Edits['setEditing']): void {
  setEditing({ kind: 'entered' });
  requestAnimationFrame(() => {
    if (document.activeElement === input) input.select();
  });
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

/** Screen readers take no exponent: a limit that needs one is left out. */
function plainLimit(limit: number | undefined): number | undefined {
  return limit !== undefined && String(limit).includes('e') ? undefined : limit;
}
