/** What opens a file or a sample: the click after it would open the same again. */
const openers = '[data-sample], [data-recent]';

/** A button that was clicked, with the name that it had then: its element may become another button. */
interface ClickedButton {
  readonly button: Element;
  readonly name: string | null;
}

/**
 * Ignores the further clicks of a double click on a button where they would undo or repeat the first. These are clicks on what has come in the place of
 * the button, as Cancel does, and on what opens a file. Of the keys, only one that is held is ignored, on what opens a file. Returns the function that
 * stops.
 */
export function ignoreSecondClicks(page: Document): () => void {
  let first: ClickedButton | null = null;
  const onClick = (event: MouseEvent): void => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (event.detail === 1) first = button === null ? null : { button, name: nameOf(button) };
    if (event.detail <= 1 || first === null) return;
    if (button !== null && isSame(first, button) && !button.matches(openers)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.repeat && event.key === 'Enter' && event.target instanceof Element && event.target.matches(openers)) event.preventDefault();
  };
  page.addEventListener('click', onClick, { capture: true });
  page.addEventListener('keydown', onKey, { capture: true });
  return () => {
    page.removeEventListener('click', onClick, { capture: true });
    page.removeEventListener('keydown', onKey, { capture: true });
  };
}

/** A list that is drawn again may have a new element for the same button. */
function isSame(first: ClickedButton, button: Element): boolean {
  const name = nameOf(button);
  return name === first.name && (button === first.button || name !== null);
}

function nameOf(button: Element): string | null {
  return button.getAttribute('data-testid') ?? button.getAttribute('data-command');
}
