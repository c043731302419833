import { SaxesParser } from 'saxes';
import { InspectorError } from '#core/error';
import { type Address, parseAddress } from './address.ts';
import { readText } from './read-text.ts';
import { remoteSettings } from './remote-settings.ts';
import { sendRequest } from './send-request.ts';

/** A page has a thousand keys of at most a thousand bytes, which XML can write in five times as many. */
const maxPageBytes = 16 * 2 ** 20;
/** Ten million objects. */
const defaultMaxPages = 10_000;

interface Page {
  readonly keys: readonly string[];
  /** Where the next page begins; `null` after the last one. */
  readonly next: string | null;
}

/**
 * Returns the objects of a bucket whose key matches a pattern, in order. `*` matches any characters but slashes, in the part after the last
 * slash only.
 * @throws InspectorError `unreadable`, also without a match; `cancelled`.
 */
export async function listObjects(pattern: string, signal: AbortSignal, maxPages = defaultMaxPages): Promise<readonly string[]> {
  const address = parseAddress(pattern);
  if (address.kind !== 's3') throw noObjects(address, 'Only s3:// addresses can be listed', 'Give the address of each file');
  const { bucket, key } = address;
  const prefix = key.slice(0, key.indexOf('*'));
  if (key.lastIndexOf('/') > key.indexOf('*'))
    throw noObjects(address, 'A pattern matches names in one folder', 'Write the folder without a pattern: s3://bucket/levels/*.glb');
  const isMatch = new RegExp(`^${key.replace(/[.+^${}()|[\]\\?]/g, '\\$&').replaceAll('*', '[^/]*')}$`, 'u');
  const found: string[] = [];
  for (let next: string | null = null, pages = 0; pages === 0 || next !== null; pages++) {
    if (pages === maxPages) throw noObjects(address, `The list has more than ${maxPages} pages`, 'Write more of the key before the *');
    const query = { 'list-type': '2', prefix, ...(next !== null && { 'continuation-token': next }) };
    const page: Page = await sendRequest(
      { ...address, key: '' },
      { method: 'GET', query },
      { settings: remoteSettings(process.env), signal },
      async (response) => readPage(await wholePage(response, address)),
    );
    for (const object of page.keys) if (isMatch.test(object)) found.push(`s3://${bucket}/${object}`);
    if (page.next !== null && page.next === next)
      throw noObjects(address, 'The server repeats a page of its list', 'Give the address of each file');
    next = page.next;
  }
  if (found.length === 0) throw noObjects(address, 'No object matches this pattern', 'Check the bucket and the key');
  return found;
}

async function wholePage(response: Response, address: Address): Promise<string> {
  const { text, isCut } = await readText(response, maxPageBytes);
  if (isCut) throw noObjects(address, `A page of the list has more than ${maxPageBytes} bytes`, 'Give the address of each file');
  return text;
}

/** Reads the XML of a page. */
function readPage(text: string): Page {
  const parser = new SaxesParser();
  const path: string[] = [];
  const keys: string[] = [];
  let next: string | null = null;
  let content = '';
  parser.on('opentag', ({ name }) => {
    path.push(name);
    content = '';
  });
  parser.on('text', (piece) => void (content += piece));
  parser.on('closetag', () => {
    const at = path.join(' ');
    if (at === 'ListBucketResult Contents Key') keys.push(content);
    if (at === 'ListBucketResult NextContinuationToken') next = content;
    path.pop();
  });
  parser.write(text).close();
  return { keys, next };
}

function noObjects({ shown }: Address, message: string, fix: string): InspectorError {
  return new InspectorError({ code: 'unreadable', message, fix, location: { file: shown } });
}
