import type { LogEntry, Store } from './store.ts';

/** Older lines than this are dropped. */
const maxEntries = 500;

/** Adds a line to the log; `details` is what a person may copy into a report. */
export function writeLog(store: Pick<Store, 'log'>, severity: LogEntry['severity'], text: string, details: string | null = null): void {
  store.log.value = [...store.log.peek(), { time: Date.now(), severity, text, details }].slice(-maxEntries);
}
