import type { Signal } from '@preact/signals-core';

/** One line of the log; errors keep their details for copying. */
export interface LogEntry {
  readonly time: number;
  readonly severity: 'info' | 'warning' | 'error';
  readonly text: string;
  readonly details: string | null;
}

/** Older lines than this are dropped. */
const maxEntries = 500;

/** Adds a line to the log; `details` is what a person may copy into a report. */
export function writeLog(
  store: { readonly log: Signal<readonly LogEntry[]> },
  severity: LogEntry['severity'],
  text: string,
  details: string | null = null,
): void {
  store.log.value = [...store.log.peek(), { time: Date.now(), severity, text, details }].slice(-maxEntries);
}
