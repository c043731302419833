import { AwsV4Signer } from 'aws4fetch';
import type { Address } from './address.ts';
import type { RemoteSettings } from './remote-settings.ts';

/** A request before it is addressed and signed. */
export interface PlainRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  /** Parameters of a request to a bucket. */
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  /** SHA-256 of the body, which the server checks. */
  readonly bodySha256?: string;
}

const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Returns the request to an address; one to S3 is signed, if there are credentials (AWS Signature Version 4). Redirects are not followed. */
export async function signedRequest(address: Address, request: PlainRequest, settings: RemoteSettings): Promise<Request> {
  const { method, body, bodySha256 = emptySha256, query = {} } = request;
  // A compressed transfer has another length.
  const headers: Record<string, string> = { 'accept-encoding': 'identity', ...request.headers };
  const rest = { method, redirect: 'manual' as const, ...(body && { body }) };
  if (address.kind === 'web') return new Request(address.url, { ...rest, headers });
  const url = new URL(objectUrl(address.bucket, address.key, settings));
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const { credentials, region } = settings;
  if (credentials === null) return new Request(url, { ...rest, headers });
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...headers, 'x-amz-content-sha256': bodySha256 },
    service: 's3',
    region,
    ...credentials,
  });
  const signed = await signer.sign();
  return new Request(signed.url, { ...rest, headers: signed.headers });
}

/** Buckets are in the path for a server of one's own, and where their name has dots, which certificates do not cover. */
function objectUrl(bucket: string, key: string, { endpoint, region }: RemoteSettings): string {
  const path = key.split('/').map(encoded).join('/');
  const inPath = path === '' ? bucket : `${bucket}/${path}`;
  if (endpoint !== null) return `${endpoint.href.replace(/\/$/, '')}/${inPath}`;
  const server = `s3.${region}.amazonaws.com`;
  return bucket.includes('.') ? `https://${server}/${inPath}` : `https://${bucket}.${server}/${path}`;
}

/** Percent-encodes all but the unreserved characters, as the signature demands. */
function encoded(part: string): string {
  return encodeURIComponent(part).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
