import { InspectorError } from '#core/error';
import { type Store, writable } from '../state/store/store.ts';
import { writeLog } from '../state/store/write-log.ts';
import { copyPromised, copyText } from '../host/copy-text.ts';
import { formatMany } from '../text/format-number.ts';
import { textInSteps, wholeText, type LongText, type StepParts } from './long-text.ts';

/** Up to this number of rows are written at once, without a noticeable delay. */
const fewRows = 2000;

export interface CopyParts extends Pick<StepParts, 'now' | 'turn'> {
  readonly put: (text: Promise<Blob>) => Promise<void>;
}

const ofPage: CopyParts = { now: () => performance.now(), turn: pageTurn, put: copyPromised };

/**
 * Copies text of any length. Long text is written in steps, with its progress in `store.copying`, which can cancel it;
 * the page stays responsive. A newer copy replaces a running one.
 */
export async function copyLong(store: Store, text: LongText, { now, turn, put }: CopyParts = ofPage): Promise<void> {
  store.copying.peek()?.cancel();
  if (text.rows <= fewRows) return copyText(wholeText(text));
  let cancelled = false;
  const cancel = (): void => void (cancelled = true);
  const report = (fraction: number): void => {
    if (cancelled) throw new InspectorError({ code: 'cancelled', message: 'Copying was cancelled', fix: 'Copy again', location: {} });
    writable(store).copying.value = { rows: text.rows, fraction, cancel };
  };
  report(0);
  const written = textInSteps(text, { now, turn, progress: report }).then((pieces) => new Blob([...pieces], { type: 'text/plain' }));
  // `put` can fail without awaiting this promise: its rejection is then handled here.
  written.catch(() => {});
  try {
    await put(written);
    writeLog(store, 'info', `${formatMany(text.rows, 'row')} copied`);
  } catch (thrown) {
    if (cancelled) writeLog(store, 'info', 'Copying cancelled');
    else writeLog(store, 'error', `The rows could not be copied: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  } finally {
    cancelled = true;
    if (store.copying.peek()?.cancel === cancel) writable(store).copying.value = null;
  }
}

/** A posted message runs after queued events and is not throttled like a timer. */
function pageTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
