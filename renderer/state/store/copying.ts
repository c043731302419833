/** Rows on their way to the clipboard. */
export interface Copying {
  readonly rows: number;
  readonly fraction: number;
  readonly cancel: () => void;
}
