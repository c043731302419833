import type { CliContext } from './context.ts';

/** A line on standard error that is overwritten and finally removed; nothing if standard error is no terminal. */
export interface ProgressLine {
  readonly report: (phase: string, fraction: number) => void;
  readonly clear: () => void;
}

const clearLine = '\r\u001b[K';

export function createProgressLine({ err, showsProgress }: CliContext): ProgressLine {
  if (!showsProgress) return { report: () => {}, clear: () => {} };
  let shown = '';
  return {
    report: (phase, fraction) => {
      const text = `${phase} ${Math.floor(100 * fraction)} %`;
      if (text === shown) return;
      shown = text;
      err(clearLine + text);
    },
    clear: () => {
      if (shown !== '') err(clearLine);
      shown = '';
    },
  };
}
