import { createHash } from 'node:crypto';
import { InspectorError } from '#core/error';
import type { Address } from './address.ts';
import { downloadBytes } from './download.ts';
import { type Sending, sendRequest } from './send-request.ts';

/** Stores bytes at an address; the server replaces the file as a whole, or not at all. @throws InspectorError `unreadable`; `cancelled`. */
export async function uploadBytes(address: Address, bytes: Uint8Array<ArrayBuffer>, sending: Sending): Promise<void> {
  const hash = createHash('sha256').update(bytes);
  const headers = {
    'content-type': 'application/octet-stream',
    // S3 compares it with what arrives.
    ...(address.kind === 's3' && { 'x-amz-checksum-sha256': hash.copy().digest('base64') }),
  };
  await sendRequest(address, { method: 'PUT', headers, body: bytes, bodySha256: hash.digest('hex') }, sending, async (response) => {
    await response.arrayBuffer();
  });
}

/** Stores bytes at an address, downloads them, and compares. @throws InspectorError `unreadable`; `cancelled`. */
export async function uploadVerified(address: Address, bytes: Uint8Array<ArrayBuffer>, sending: Sending): Promise<void> {
  await uploadBytes(address, bytes, sending);
  const stored = await downloadBytes(address, bytes.length, sending);
  if (Buffer.compare(stored, bytes) === 0) return;
  throw new InspectorError({
    code: 'unreadable',
    message: 'The file differs after downloading it again',
    fix: 'Check whether another program writes it too',
    location: { file: address.shown },
  });
}
