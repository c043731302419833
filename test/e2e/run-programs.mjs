/**
 * Runs programs that the app copies, one after another in one process: to load the library takes longer than all that most of them do. The parent sends
 * the path of a module; the answer is `{lines}`, one line of JSON for each value that the module prints, or `{error}`. Ends with its parent.
 */
import { pathToFileURL } from 'node:url';

const asJson = (value) => JSON.stringify(value, (_, one) => (ArrayBuffer.isView(one) ? [...one] : one));

process.on('disconnect', () => process.exit());
process.on('message', (path) => void run(path));

async function run(path) {
  const lines = [];
  console.log = (value) => lines.push(asJson(value));
  try {
    await import(pathToFileURL(path).href);
    process.send({ lines });
  } catch (error) {
    process.send({ error: error.stack ?? String(error) });
  }
}
