import { useRef } from 'preact/hooks';

/**
 * Returns listeners of a modal dialog that report its end once, and in the turn of the Escape key. The `close` event of the browser follows in a
 * later task; until then keys would go to the dialog.
 */
export function useModalEnd(onClose: () => void) {
  const hasEnded = useRef(false);
  const end = (): void => {
    if (hasEnded.current) return;
    hasEnded.current = true;
    onClose();
  };
  return {
    onClose: end,
    onCancel: (event: Event & { readonly currentTarget: HTMLDialogElement }): void => {
      // A file field inside the dialog has a `cancel` event too.
      if (event.target !== event.currentTarget) return;
      event.preventDefault();
      // Returns the focus to where it was.
      event.currentTarget.close();
      end();
    },
  };
}
