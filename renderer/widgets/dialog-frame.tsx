import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { useModalEnd } from './use-modal-end.ts';

interface Props {
  /** Shown as the heading. */
  readonly title: string;
  /** Name of the dialog for assistive technology; the heading by default. */
  readonly label?: string;
  /** Second class of the dialog. */
  readonly kind: string;
  readonly testId: string;
  /** Page of the manual that F1 opens. */
  readonly manual?: string;
  /** What the cross does. */
  readonly closing?: { readonly title: string; readonly label: string };
  /** Also called for Escape. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

const closes = { title: 'Close (Esc)', label: 'Close' };

/** A modal dialog, shown as long as it is mounted: heading with a cross, and the children below. */
export function DialogFrame({ title, label = title, kind, testId, manual, closing = closes, onClose, children }: Props): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const ending = useModalEnd(onClose);
  // A layout effect: keys before the next frame are for the dialog too.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class={`dialog ${kind}`} aria-label={label} data-testid={testId} data-manual={manual} {...ending}>
      <header>
        <h2>{title}</h2>
        <button type="button" class="icon-button" title={closing.title} aria-label={closing.label} onClick={onClose}>
          <Icon name="close" small />
        </button>
      </header>
      {children}
    </dialog>
  );
}
