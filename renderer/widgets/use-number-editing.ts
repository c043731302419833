import type { InputHTMLAttributes } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { bitsText } from '../text/bits-text.ts';
import { plainNumber } from '../text/format-number.ts';
import { type NumberRange, parseNumber } from '../text/parse-number.ts';
import type { Suffixes } from '../text/evaluate-expression.ts';
import { stepBy, stepOf, type StepKeys, type StepSizes } from '../text/step-number.ts';
import { useWheelSteps } from './use-wheel-steps.ts';

/** What the editing of a number depends on. */
export interface EditedNumber extends NumberRange {
  readonly value: number;
  /** Step of an arrow key, of a notch of the wheel or of a drag; derived from the value by default. */
  readonly step?: number | undefined;
  /** The step with Ctrl; ten times the step by default. */
  readonly coarseStep?: number | undefined;
  /** Units that may be typed. */
  readonly suffixes?: Suffixes | undefined;
  /** Value of the reset button; no button without it. */
  readonly initial?: number | undefined;
  /** Called during a drag, a held arrow key or turns of the wheel, before the commit. */
  readonly onPreview?: ((value: number) => void) | undefined;
  /** One undo step. */
  readonly onCommit: (value: number) => void;
  /** Called on Escape during a drag: restores what was shown. */
  readonly onRevert?: (() => void) | undefined;
}

/** State of a field. */
export type Editing =
  | { readonly kind: 'rest' }
  /** Focused, not changed: all digits are shown, so that a copy has them. */
  | { readonly kind: 'entered' }
  | { readonly kind: 'typing'; readonly text: string; readonly reason: string | null }
  /** Changed by drag, wheel or arrow keys: shown, not committed. */
  | { readonly kind: 'sliding'; readonly value: number };

/** Everything that changes a field: its state, the steps of a drag, and the handlers of its input. */
export interface FieldEditing {
  readonly editing: Editing;
  readonly slide: (from: number, steps: number, keys: StepKeys) => number;
  readonly settle: () => void;
  readonly giveUp: () => void;
  readonly handlers: InputHandlers;
  /** `null` if the value is the initial one, or if there is none. */
  readonly reset: { readonly title: string; readonly run: () => void } | null;
}

type InputHandlers = Pick<InputHTMLAttributes<HTMLInputElement>, 'onFocus' | 'onInput' | 'onBlur' | 'onKeyDown' | 'onKeyUp' | 'onWheel'>;

/** Returns the state of a field and all that changes it. */
export function useNumberEditing(props: EditedNumber): FieldEditing {
  const { value, initial, onPreview, onCommit, onRevert } = props;
  const [editing, show] = useState<Editing>({ kind: 'rest' });
  // The field may lose the focus before the next render, so handlers read the state here.
  const newest = useRef<Editing>(editing);
  const setEditing = (next: Editing): void => {
    newest.current = next;
    show(next);
  };
  // A drag keeps its steps, although previews change the value that they may derive from.
  const sizes = useRef<StepSizes>({ step: 1 });
  if (newest.current.kind !== 'sliding') sizes.current = { step: props.step ?? stepOf(value), coarseStep: props.coarseStep };
  const commit = (text: string): void => {
    const parsed = parseNumber(text, props, props.suffixes);
    if ('reason' in parsed) {
      setEditing({ kind: 'typing', text, reason: parsed.reason });
      return;
    }
    setEditing({ kind: 'rest' });
    if (!Object.is(parsed.value, value)) onCommit(parsed.value);
  };
  const slide = (from: number, steps: number, keys: StepKeys): number => {
    const next = stepBy(from, steps, sizes.current, keys, props);
    setEditing({ kind: 'sliding', value: next });
    onPreview?.(next);
    return next;
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
  const edits: Edits = { props, now: () => newest.current, setEditing, commit, slide, settle, giveUp };
  const onWheel = useWheelSteps((steps, keys) => stepFromNow(edits, steps, keys), settle);
  const handlers = { ...inputHandlers(edits), onWheel };
  // Text that is not valid can be reset too, also where the value never changed.
  const isRefused = editing.kind === 'typing' && editing.reason !== null;
  const canReset = initial !== undefined && (isRefused || !Object.is(initial, value));
  const reset = (): void => {
    setEditing({ kind: 'rest' });
    if (!Object.is(initial, value)) onCommit(initial!);
  };
  return {
    editing,
    slide,
    settle,
    giveUp,
    handlers,
    reset: canReset ? { title: `Reset to ${editedText({ value: initial, bits: props.bits })}`, run: reset } : null,
  };
}

interface Edits extends Pick<FieldEditing, 'slide' | 'settle' | 'giveUp'> {
  readonly props: EditedNumber;
  readonly now: () => Editing;
  readonly setEditing: (next: Editing) => void;
  readonly commit: (text: string) => void;
}

function inputHandlers(edits: Edits): Omit<InputHandlers, 'onWheel'> {
  const { props, now, setEditing, commit, settle, giveUp } = edits;
  return {
    onFocus(event) {
      if (now().kind !== 'rest') return;
      setEditing({ kind: 'entered' });
      // Immediately, so that it is selected and typing replaces it.
      event.currentTarget.value = editedText(props);
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
        if (now().kind !== 'typing') enterAgain(event.currentTarget, edits);
      } else if (event.key === 'Escape') {
        // Escape cancels an edit; at rest it only leaves the field.
        giveUp();
        event.currentTarget.blur();
        event.stopPropagation();
      } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
        event.preventDefault();
        stepFromNow(edits, event.key === 'ArrowUp' ? 1 : -1, event);
      }
    },
    onKeyUp(event) {
      if (event.key === 'ArrowUp' || event.key === 'ArrowDown') settle();
    },
  };
}

/** Steps from what is typed or shown. Text that is not valid stays. */
function stepFromNow({ props, now, slide }: Edits, steps: number, keys: StepKeys): void {
  const last = now();
  if (last.kind === 'typing') {
    const typed = parseNumber(last.text, props, props.suffixes);
    if ('value' in typed) slide(typed.value, steps, keys);
  } else slide(last.kind === 'sliding' ? last.value : props.value, steps, keys);
}

/** Selects the value of a focused field, for keys that come at once, and again when it is drawn with other digits. */
function enterAgain(input: HTMLInputElement, { now, setEditing }: Pick<Edits, 'now' | 'setEditing'>): void {
  setEditing({ kind: 'entered' });
  input.select();
  requestAnimationFrame(() => {
    if (document.activeElement === input && now().kind === 'entered') input.select();
  });
}

/** Returns a value with all its digits. */
export function editedText({ value, bits }: Pick<EditedNumber, 'value' | 'bits'>): string {
  return bits === true ? bitsText(value) : fullNumber(value);
}

function fullNumber(value: number): string {
  return value === Infinity ? '∞' : plainNumber(value);
}
