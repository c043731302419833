/** Saves the bytes behind a path of the host: a download in both shells, which the browser or Electron writes and names. */
export function saveFile(path: string, name: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = name;
  link.click();
}
