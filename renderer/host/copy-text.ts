/** Puts text on the clipboard; where the shell denies the modern way (Electron's permissions), by a hidden field. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyByField(text);
  }
}

/**
 * The same for text that is still being written: the clipboard is requested at once, while the click still grants access.
 * @throws what `text` rejects with; Error when the clipboard takes nothing.
 */
export async function copyPromised(text: Promise<Blob>): Promise<void> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
  } catch {
    if (!copyByField(await (await text).text())) throw new Error('Clipboard is unavailable');
  }
}

function copyByField(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  document.body.append(field);
  const focused = document.activeElement;
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
