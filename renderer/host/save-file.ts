/** Saves the bytes behind a path of the host: a download in both shells, which the browser or Electron writes and names. */
export function saveFile(path: string, name: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = name;
  link.click();
}

/** Saves text that the page made itself, the same way. */
export function saveText(text: string, name: string, type: string): void {
  saveBlob(new Blob([text], { type }), name);
}

/** Saves bytes that the page made itself, the same way. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  saveFile(address, name);
  // The download starts in the next turn; the address is not needed after a minute.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
