/** Text with one line for each of maybe very many rows, which are written when they are needed. */
export interface LongText {
  /** One line or more, before the rows. */
  readonly head: string;
  readonly rows: number;
  readonly row: (index: number) => string;
}

/** Text that is not long. */
export function shortText(head: string): LongText {
  return { head, rows: 0, row: () => '' };
}

/** All of it at once. */
export function wholeText({ head, rows, row }: LongText): string {
  return [head, ...Array.from({ length: rows }, (_, i) => row(i))].join('\n');
}

export interface StepParts {
  readonly now: () => number;
  /** Resolves when the page has had its turn. */
  readonly turn: () => Promise<void>;
  /** Called after each step with the written share, 0..1; what it throws ends the writing. */
  readonly progress: (fraction: number) => void;
}

/** So long the page waits for one step, ms: shorter than a picture on the screen lasts. */
export const maxStep = 12;
/** Rows between two looks at the clock. */
const rowsAtOnce = 64;

/** All of it in pieces that belong behind each other, written in steps between which the page has its turn. */
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
