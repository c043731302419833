/**
 * Opens the system's file chooser; `chosen` is not called when it is cancelled. By default all extensions are accepted: formats are
 * detected by content.
 */
export function chooseFiles(chosen: (files: readonly File[]) => void, accept = ''): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.accept = accept;
  input.hidden = true;
  input.addEventListener('change', () => {
    input.remove();
    chosen([...(input.files ?? [])]);
  });
  input.addEventListener('cancel', () => input.remove());
  document.body.append(input);
  input.click();
}
