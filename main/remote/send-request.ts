import { setTimeout as pause } from 'node:timers/promises';
import { cancelledError } from '#core/cancelled';
import { InspectorError } from '#core/error';
import { type Address, isThisMachine } from './address.ts';
import { type Failure, networkFailure, remoteError, responseFailure } from './remote-error.ts';
import type { RemoteSettings } from './remote-settings.ts';
import { readText } from './read-text.ts';
import { type PlainRequest, signedRequest } from './signed-request.ts';

/** Maximum pause between two attempts, also of a server that wants a longer one. */
const maxPauseMilliseconds = 20_000;
const maxRedirects = 10;
/** Bytes of the text of an error that are read. */
const maxErrorBytes = 16_384;

/** A failure inside of a receiver, which may end the attempt only. */
export class AttemptFailed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

export interface Sending {
  readonly settings: RemoteSettings;
  readonly signal: AbortSignal;
}

/**
 * Sends a request until an attempt succeeds, with pauses that double (with jitter), and passes the response to `receive`, which calls
 * `arrived` for each piece of the body. A failed attempt that another one cannot repair ends at once.
 * @throws InspectorError of the last attempt; `cancelled`; other errors of `receive`.
 */
export async function sendRequest<Result>(
  address: Address,
  request: PlainRequest,
  { settings, signal }: Sending,
  receive: (response: Response, arrived: () => void) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const result = await attemptOnce(address, request, { settings, signal }, receive);
    if ('value' in result) return result.value;
    const { failure } = result;
    if (!failure.isPassing || attempt >= settings.attempts) throw remoteError(address, failure, attempt);
    const usual = settings.pauseMilliseconds * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
    await pause(Math.min(maxPauseMilliseconds, Math.max(usual, failure.pauseMilliseconds ?? 0)), undefined, { signal }).catch(() => {
      throw cancelledError();
    });
  }
}

/** Bytes of a body that a slow connection sends in a millisecond: 0.8 Mbit/s. */
const slowBytes = 100;

/** Returns the time that a body may take: the response comes only after its last byte. */
function uploadMilliseconds({ body }: PlainRequest): number {
  return (body?.length ?? 0) / slowBytes;
}

async function attemptOnce<Result>(
  address: Address,
  request: PlainRequest,
  { settings, signal }: Sending,
  receive: (response: Response, arrived: () => void) => Promise<Result>,
): Promise<{ readonly value: Result } | { readonly failure: Failure }> {
  if (signal.aborted) throw cancelledError();
  const controller = new AbortController();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    controller.abort();
  }, settings.timeoutMilliseconds + uploadMilliseconds(request));
  const stop = (): void => controller.abort();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const response = await followed(address, request, settings, controller.signal);
    timer.refresh();
    if (!response.ok) {
      const body = request.method === 'HEAD' ? '' : (await readText(response, maxErrorBytes)).text;
      return { failure: responseFailure(address, response, body, settings) };
    }
    return { value: await receive(response, () => void timer.refresh()) };
  } catch (thrown) {
    if (signal.aborted) throw cancelledError();
    if (thrown instanceof InspectorError) throw thrown;
    return { failure: thrown instanceof AttemptFailed && !timedOut ? thrown.failure : networkFailure(thrown, timedOut, settings) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    // Ends a transfer that was not read to its end.
    controller.abort();
  }
}

/**
 * Returns the response after redirects. A redirect of S3 is not followed: it names another region, for which the signature is wrong.
 * @throws InspectorError `unreadable` for a redirect to an address that is not encrypted, and for too many.
 */
async function followed(address: Address, request: PlainRequest, settings: RemoteSettings, signal: AbortSignal): Promise<Response> {
  let response = await fetch(await signedRequest(address, request, settings), { signal });
  for (let hops = 0; address.kind === 'web' && response.status >= 301 && response.status <= 308; hops++) {
    const location = response.headers.get('location');
    if (location === null || !URL.canParse(location, response.url)) return response;
    const url = new URL(location, response.url);
    if (hops === maxRedirects)
      throw refused(address, `The server redirects the request more than ${maxRedirects} times`, 'Check the address');
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isThisMachine(url.hostname)))
      throw refused(address, 'The server redirects to an address that is not encrypted', 'Use the https:// address of the file');
    await response.body?.cancel();
    const { method, headers, body } = request;
    response = await fetch(url, {
      method,
      headers: { ...headers, 'accept-encoding': 'identity' },
      redirect: 'manual',
      signal,
      ...(body && { body }),
    });
  }
  return response;
}

function refused(address: Address, message: string, fix: string): InspectorError {
  return new InspectorError({ code: 'unreadable', message, fix, location: { file: address.shown } });
}
