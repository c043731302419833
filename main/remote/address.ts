import { dirname, join, posix } from 'node:path';
import { invalidArgument } from '#core/error';

/** A file on a server. */
export type Address = (ObjectAddress | WebAddress) & {
  /** The address for messages and reports: without its query, which may hold a signature. */
  readonly shown: string;
  /** Name of the file without its folder. */
  readonly name: string;
  /** Digest of the bytes, from `#sha256=`: 64 hexadecimal digits in lower case; `null` if the address has none. */
  readonly sha256: string | null;
  /** Number of bytes, from `#bytes=`; `null` if the address has none. */
  readonly byteLength: number | null;
};

/** `s3://bucket/key`: the key is taken literally, as the tools of S3 do. */
interface ObjectAddress {
  readonly kind: 's3';
  readonly bucket: string;
  readonly key: string;
}

/** `https://`, or `http://` of this machine. */
interface WebAddress {
  readonly kind: 'web';
  readonly url: string;
}

/** Whether a word of the command line or a line of a list is an address, and not the name of a file. */
export function isAddress(file: string): boolean {
  return /^(s3|https?):\/\//i.test(file);
}

/** `#sha256=…&bytes=…` at the end, each of them or both. Other texts after `#` belong to a key. */
const fragment = /#(?:sha256=([0-9a-f]{64}))?&?(?:bytes=(\d{1,15}))?$/i;

/** Reads an address. @throws InspectorError `invalid-argument`; the message never has a password or a query. */
export function parseAddress(text: string): Address {
  const found = fragment.exec(text);
  const claims = found !== null && (found[1] ?? found[2]) !== undefined ? found : null;
  const rest = claims === null ? text : text.slice(0, claims.index);
  const expected = {
    sha256: claims?.[1]?.toLowerCase() ?? null,
    byteLength: claims?.[2] === undefined ? null : Number(claims[2]),
  };
  return { ...(/^s3:/i.test(rest) ? objectAddress(rest) : webAddress(rest)), ...expected };
}

type Unclaimed = (ObjectAddress | WebAddress) & Pick<Address, 'shown' | 'name'>;

function objectAddress(text: string): Unclaimed {
  const [, bucket = '', key = ''] = /^s3:\/\/([^/]*)\/?(.*)$/is.exec(text)!;
  const shown = `s3://${bucket}/${key}`;
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/i.test(bucket))
    throw invalidArgument(`${shown} has no valid name of a bucket`, 'Give s3://bucket/key');
  if (key.split('/').some((part) => part === '.' || part === '..'))
    throw invalidArgument(`${shown} has . or .. in its key`, 'Give the key without them');
  return { kind: 's3', bucket, key, shown, name: posix.basename(key) };
}

function webAddress(text: string): Unclaimed {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null) throw invalidArgument('The address is not valid', 'Give https://server/path');
  const shown = `${url.protocol}//${url.host}${url.pathname}`;
  if (url.username !== '' || url.password !== '')
    throw invalidArgument(`The address ${shown} has a user or password`, 'Use an address with a signature, or s3://');
  if (url.protocol === 'http:' && !isThisMachine(url.hostname)) throw invalidArgument(`${shown} is not encrypted`, 'Use https://');
  url.hash = '';
  return { kind: 'web', url: url.href, shown, name: posix.basename(decoded(url.pathname)) };
}

export function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns the address of a file in the folder of another one, or below it. The path is relative, without `..`, and has any characters. */
export function addressNextTo(address: Address, relativePath: string): Address {
  const path = posix.normalize(relativePath.replaceAll('\\', '/'));
  const others = { sha256: null, byteLength: null };
  if (address.kind === 's3') {
    const folder = address.key.slice(0, address.key.lastIndexOf('/') + 1);
    return { ...objectAddress(`s3://${address.bucket}/${folder}${path}`), ...others };
  }
  const relative = path.split('/').map(encodeURIComponent).join('/');
  return { ...webAddress(new URL(`./${relative}`, withoutQuery(address.url)).href), ...others };
}

/** Returns a file in the folder of another one, or relative to it, as the command line has it. */
export function commandFileNextTo(file: string, relativePath: string): string {
  if (!isAddress(file)) return join(dirname(file), relativePath);
  const address = addressNextTo(parseAddress(file), relativePath);
  return address.kind === 's3' ? address.shown : address.url;
}

/** Returns the address of an entry of a folder, whose address may end with a slash. */
export function addressIn(folder: Address, name: string): Address {
  const none = { sha256: null, byteLength: null };
  const slash = (path: string): string => (path === '' || path.endsWith('/') ? path : `${path}/`);
  if (folder.kind === 's3') return { ...objectAddress(`s3://${folder.bucket}/${slash(folder.key)}${name}`), ...none };
  const url = new URL(folder.url);
  url.pathname = `${slash(url.pathname)}${encodeURIComponent(name)}`;
  return { ...webAddress(url.href), ...none };
}

function withoutQuery(url: string): string {
  return url.replace(/\?.*$/s, '');
}

/** Returns a file for messages and reports: an address without its query and digest, any other name unchanged. */
export function shownFile(file: string): string {
  return isAddress(file) ? parseAddress(file).shown : file;
}

/**
 * Returns a function that removes the queries of the given words of a command line from texts, as the words stand there and in JSON. Queries
 * may hold signatures, and some verbs print their words.
 */
export function hideQueries(words: readonly string[]): (text: string) => string {
  const hidden = words.flatMap((word) => {
    const address = /(?:^|=)((?:s3|https?):\/\/.*)$/is.exec(word)?.[1];
    const shown = address === undefined ? '' : shownOrNothing(address);
    return address === undefined || address === shown ? [] : [{ texts: [address, JSON.stringify(address).slice(1, -1)], shown }];
  });
  return (text) => {
    let clean = text;
    for (const { texts, shown } of hidden) for (const secret of texts) clean = clean.replaceAll(secret, () => shown);
    return clean;
  };
}

function shownOrNothing(address: string): string {
  try {
    return parseAddress(address).shown;
  } catch {
    // Without user, query and fragment.
    return address.replace(/^(\w+:\/\/)[^/]*@/, '$1').replace(/[?#].*$/s, '');
  }
}

/** Returns a file as it identifies a run: an address with its digest, but without its query, since signatures change. */
export function fileIdentity(file: string): string {
  if (!isAddress(file)) return file;
  const { shown, sha256 } = parseAddress(file);
  return sha256 === null ? shown : `${shown}#sha256=${sha256}`;
}
