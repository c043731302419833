/** Puts text on the clipboard; where the shell denies the modern way (Electron's permissions), by a hidden field. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    field.className = 'visually-hidden';
    document.body.append(field);
    const focused = document.activeElement;
    field.select();
    document.execCommand('copy');
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
