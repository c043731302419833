/** Text with one line per row. Rows can be many and are written on demand. */
export interface LongText {
  /** One line or more, before the rows. */
  readonly head: string;
  readonly rows: number;
  readonly row: (index: number) => string;
}

/** Returns a text without rows. */
export function shortText(head: string): LongText {
  return { head, rows: 0, row: () => '' };
}

/** Returns the whole text. */
export function wholeText({ head, rows, row }: LongText): string {
  return [head, ...Array.from({ length: rows }, (_, i) => row(i))].join('\n');
}

export interface StepParts {
  readonly now: () => number;
  /** Resolves after the page has handled its events. */
  readonly turn: () => Promise<void>;
  /** Called after each step with the written share, 0..1. If it throws, writing stops. */
  readonly progress: (fraction: number) => void;
}

/** Duration of a step, ms: shorter than a frame. */
export const maxStep = 12;
/** Rows between two readings of the clock. */
const rowsAtOnce = 64;

/** Returns the text in consecutive pieces, written in steps. The page handles events between steps. */
export async function textInSteps({ head, rows, row }: LongText, { now, turn, progress }: StepParts): Promise<readonly string[]> {
  const pieces = [head];
  let start = now();
  let written: string[] = [];
  for (let i = 0; i < rows; i++) {
    written.push(`\n${row(i)}`);
    if ((i + 1) % rowsAtOnce !== 0 || now() - start < maxStep) continue;
    pieces.push(written.join(''));
    written = [];
    progress((i + 1) / rows);
    await turn();
    start = now();
  }
  progress(1);
  return [...pieces, written.join('')];
}
