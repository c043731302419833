import { Fragment, type JSX } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { bitsText } from '../text/bits-text.ts';
import { formatNumber, unitFor } from '../text/format-number.ts';
import { Icon } from './icon.tsx';
import { useDrag } from './use-drag.ts';
import { editedText, useNumberEditing, type EditedNumber, type Editing } from './use-number-editing.ts';

export interface NumberFieldProps extends EditedNumber {
  /** Accessible name. */
  readonly label: string;
  /** A label in front of the field, which is the grip. */
  readonly caption?: string | undefined;
  readonly captionClass?: string | undefined;
  /** Text of a grip at the left end of a field without a caption; an empty grip without it. */
  readonly grip?: 'X' | 'Y' | 'Z' | undefined;
  readonly unit?: string | undefined;
  /** What 0 means, shown in place of the unit. */
  readonly zero?: string | undefined;
  readonly meaning?: string | undefined;
  /** Half of a row of settings. */
  readonly isHalf?: boolean | undefined;
  /** Significant digits shown at rest. */
  readonly digits?: number | undefined;
  /** Returns the text shown at rest; by default the value with `digits`. */
  readonly restText?: ((value: number) => string) | undefined;
  readonly testId?: string | undefined;
}

/**
 * A number that the user types as an expression, steps, drags by its label and resets. It shows a few digits at rest and all of them for
 * editing. Invalid text stays with the reason until it is corrected or Escape discards it.
 */
export function NumberField(props: NumberFieldProps): JSX.Element {
  const { label, value, caption, captionClass = 'label', grip, unit, zero, meaning, isHalf = false, digits = 5, testId } = props;
  const { editing, slide, settle, giveUp, handlers, reset } = useNumberEditing(props);
  const reasonId = useId();
  const input = useRef<HTMLInputElement>(null);
  const drag = { ...useDrag({ value, slide, settle, giveUp, click: () => input.current?.focus() }), title: gripTitle(label) };
  const full = editedText(props);
  // Three coordinates in a row have no room for separators: a cut number would be misread.
  const rest = textOf(editing, value, full, props.bits === true ? bitsText : (props.restText ?? ((now) => formatNumber(now, digits))));
  const shown = grip === undefined || editing.kind === 'typing' ? rest : rest.replaceAll(',', '');
  // A rounded number has all its digits in the tooltip.
  const isRounded = editing.kind === 'rest' && shown.replaceAll('−', '-').replaceAll(',', '') !== full;
  const reason = editing.kind === 'typing' ? editing.reason : null;
  const now = editing.kind === 'sliding' ? editing.value : value;
  const unitShown = zero !== undefined && now === 0 ? zero : unit === undefined ? '' : unitFor(now, unit);
  const field = (
    <div class={isHalf ? 'number half' : 'number'}>
      <div class={`field${reason === null ? '' : ' invalid'}`} title={reason ?? meaning}>
        {caption === undefined && (
          <span class={`grip ${grip?.toLowerCase() ?? ''}`} {...drag} aria-hidden="true">
            {grip ?? ''}
          </span>
        )}
        <input
          ref={input}
          type="text"
          inputMode="decimal"
          autocomplete="off"
          spellcheck={false}
          role="spinbutton"
          aria-label={label}
          aria-valuenow={Number.isFinite(value) ? plainNumber(value) : undefined}
          aria-valuetext={unitShown === '' ? shown : `${shown} ${unitShown}`}
          aria-valuemin={plainNumber(props.min)}
          aria-valuemax={plainNumber(props.max)}
          aria-invalid={reason !== null}
          aria-describedby={reason === null ? undefined : reasonId}
          data-edited={editing.kind === 'typing'}
          data-long={grip !== undefined && shown.length > maxWideLetters}
          title={isRounded ? [full, meaning].filter((text) => text !== undefined).join('\n') : undefined}
          data-testid={testId}
          value={shown}
          {...handlers}
        />
        {unitShown !== '' && (
          <span class="unit" title={unitShown}>
            {unitShown}
          </span>
        )}
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
  if (caption === undefined) return field;
  return (
    <Fragment>
      <span class={`${captionClass} grip-label`} {...drag}>
        {caption}
      </span>
      {field}
    </Fragment>
  );
}

/** Longer numbers of three in a row have narrow letters. */
export const maxWideLetters = 7;

/** Returns what the mouse does on a grip. */
export function gripTitle(label: string): string {
  return `${label}: drag to change. Shift for fine steps, Ctrl for coarse ones, Esc restores.`;
}

function textOf(editing: Editing, value: number, entered: string, text: (value: number) => string): string {
  switch (editing.kind) {
    case 'rest':
      return text(value);
    case 'entered':
      return entered;
    case 'typing':
      return editing.text;
    case 'sliding':
      return text(editing.value);
  }
}

/** Screen readers take no exponent: a number that needs one is left out. The text of the value is read instead. */
function plainNumber(value: number | undefined): number | undefined {
  return value !== undefined && String(value).includes('e') ? undefined : value;
}
