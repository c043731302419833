import { InspectorError, type InspectorErrorCode } from '#core/error';
import type { Address } from './address.ts';
import type { RemoteSettings } from './remote-settings.ts';

/** A failed attempt. */
export interface Failure {
  readonly code: InspectorErrorCode;
  readonly message: string;
  readonly fix: string;
  readonly detail: string;
  /** Whether another attempt may succeed. */
  readonly isPassing: boolean;
  /** The pause that the server demands. */
  readonly pauseMilliseconds?: number;
}

/** Returns the error of a failed request. `attempts` are those that were made. */
export function remoteError(address: Address, { code, message, fix, detail }: Failure, attempts: number): InspectorError {
  const tries = attempts > 1 ? ` (${attempts} attempts)` : '';
  return new InspectorError({ code, message: `${message}${tries}`, fix, location: { file: address.shown }, detail });
}

/** Returns the failure of a response that is no success. `body` is the beginning of its text, where S3 has an error code. */
export function responseFailure(address: Address, response: Response, body: string, settings: RemoteSettings): Failure {
  const { status, headers } = response;
  const name = /<Code>(\w{1,64})<\/Code>/.exec(body)?.[1] ?? '';
  const detail = name === '' ? `HTTP ${status}` : `HTTP ${status} ${name}`;
  const failure = (message: string, fix: string, isPassing = false): Failure => ({ code: 'unreadable', message, fix, detail, isPassing });
  const region = headers.get('x-amz-bucket-region') ?? /<Region>([\w-]{1,64})<\/Region>/.exec(body)?.[1];
  if (status === 404 && name === 'NoSuchBucket') return failure('The bucket does not exist', 'Check its name, and AWS_ENDPOINT_URL');
  if (status === 404) return failure('The server does not have this file', 'Check the address');
  if (region !== undefined && region !== settings.region && [301, 307, 400].includes(status))
    return failure(`The bucket is in the region ${region}`, `Set AWS_REGION=${region}`);
  const known = refusals[name];
  if (known !== undefined) return failure(...known);
  if (status === 401 || status === 403) return failure('The server denies access', accessFix(address, settings));
  if (status === 408 || status === 429 || status >= 500) {
    const seconds = Number(headers.get('retry-after') ?? NaN);
    const pause = seconds >= 0 ? { pauseMilliseconds: 1000 * seconds } : {};
    return { ...failure(`The server failed with HTTP ${status}`, 'Run it again later', true), ...pause };
  }
  if (status >= 300 && status < 400)
    return failure(`The server redirects the request (HTTP ${status})`, 'Check the address and the region');
  return failure(`The server refused the request with HTTP ${status}`, 'Check the address');
}

const refusals: Readonly<Record<string, readonly [message: string, fix: string]>> = {
  InvalidAccessKeyId: ['The server does not know the access key', 'Check AWS_ACCESS_KEY_ID'],
  SignatureDoesNotMatch: ['The server rejects the signature', 'Check AWS_SECRET_ACCESS_KEY and AWS_REGION'],
  ExpiredToken: ['The session has expired', 'Renew AWS_SESSION_TOKEN and both keys'],
  RequestTimeTooSkewed: ['The clock of this machine differs from that of the server', 'Set the clock'],
};

function accessFix({ kind }: Address, { credentials }: RemoteSettings): string {
  if (kind === 'web') return 'Use an address with a valid signature, or s3:// with credentials';
  return credentials === null
    ? 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'
    : 'Check that these credentials may use this object, and that it exists';
}

/** Returns the failure of a request without a whole response. */
export function networkFailure(thrown: unknown, timedOut: boolean, { timeoutMilliseconds }: RemoteSettings): Failure {
  const code = codeOf(thrown);
  const failure = (message: string, fix: string, isPassing: boolean): Failure => ({
    code: 'unreadable',
    message,
    fix,
    detail: timedOut ? 'timeout' : code,
    isPassing,
  });
  if (timedOut)
    return failure(`No byte arrived for ${timeoutMilliseconds / 1000} s`, 'Check the network, or raise BOXWOOD_REMOTE_TIMEOUT', true);
  if (code === 'ENOTFOUND') return failure('No server has this name', 'Check the address', false);
  if (code === 'ECONNREFUSED') return failure('The server accepts no connection', 'Check the address and the port', true);
  if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS/.test(code))
    return failure('The certificate of the server is not trusted', 'Set NODE_EXTRA_CA_CERTS to the file of its authority', false);
  return failure('The connection failed', 'Check the network', true);
}

/** Returns the failure of a body that ends early. */
export function shortBody(received: number, expected: number | null): Failure {
  const counts = expected === null ? `after ${received}` : `after ${received} of ${expected}`;
  return {
    code: 'truncated',
    message: `The transfer ended ${counts} bytes`,
    fix: 'Run it again, or upload the file again',
    detail: 'short-body',
    isPassing: true,
  };
}

/** The code of an error of the system or of TLS, which `fetch` wraps. */
function codeOf(thrown: unknown): string {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if ('code' in error && typeof error.code === 'string') return error.code;
    if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  }
  return 'unknown';
}
