import { InspectorError } from '../../error.ts';
import { isRecord, type JsonRecord, parseRecord } from '../../json-record.ts';
import type { MotionResult, MotionState } from '../motion/result.ts';
import type { MotionClaim } from './check-motion-proof.ts';
import type { MotionPath } from '../motion/path.ts';

/** A mesh of a certificate. */
export interface CertifiedMesh {
  /** Path of its file, relative to the certificate. */
  readonly file: string;
  /** Options with which the file was read. */
  readonly reading: Readonly<Record<string, string | number>>;
  /** SHA-256 of the f64 positions and the u32 indices, little-endian. */
  readonly sha256: string;
}

/** The content of a certificate file (`motion-certificate.schema.json`). */
export interface MotionCertificate {
  readonly format: 'boxwood-motion';
  readonly version: 1;
  readonly a: CertifiedMesh;
  readonly b: CertifiedMesh;
  readonly path: MotionPath;
  readonly tolerance: number;
  readonly separation: number;
  readonly state: MotionResult['state'];
  readonly interval: readonly [lo: number, hi: number] | null;
  /** No contact before it. */
  readonly freeUntil: number;
  readonly contact: MotionClaim['contact'];
  /** Number of equal segments of time. */
  readonly segments: number;
  /** Triangle of A, of B, first and last time, direction x, y, z from A to B. */
  readonly rows: readonly (readonly number[])[];
}

/** Returns the certificate of a result that was found with its proof. */
export function motionCertificate(result: MotionResult, a: CertifiedMesh, b: CertifiedMesh): MotionCertificate {
  const { path, tolerance, separation, state, interval, freeUntil, witness, proof } = result;
  const inContact = state === 'hit' || state === 'startsTouching';
  const rows = proof?.rows ?? new Float64Array(0);
  return {
    format: 'boxwood-motion',
    version: 1,
    a,
    b,
    path,
    tolerance,
    separation,
    state,
    interval,
    freeUntil,
    contact: inContact ? { a: witness!.a.triangle, b: witness!.b.triangle, time: interval![1] } : null,
    segments: proof?.segments ?? 1,
    rows: Array.from({ length: rows.length / rowWords }, (_, i) => [...rows.subarray(rowWords * i, rowWords * (i + 1))]),
  };
}

const rowWords = 7;

/** Returns a certificate as JSON with one row a line. */
export function certificateText({ rows, ...content }: MotionCertificate): string {
  const head = JSON.stringify(content, null, 2);
  return `${head.slice(0, -2)},\n  "rows": [${rows.map((row) => `\n    ${JSON.stringify(row)}`).join(',')}\n  ]\n}\n`;
}

/** Returns the claim of a certificate, for `checkMotionProof`. */
export function claimOf({
  state,
  interval,
  tolerance,
  path,
  separation,
  segments,
  freeUntil,
  contact,
  rows,
}: MotionCertificate): MotionClaim {
  return { result: { state, interval, tolerance }, path, separation, segments, freeUntil, contact, rows: Float64Array.from(rows.flat()) };
}

/**
 * Parses a certificate.
 * @throws InspectorError `invalid-bytes` for text that is not JSON, or not a certificate, with the field.
 */
export function parseMotionCertificate(text: string): MotionCertificate {
  const value = parsed(text);
  const isNumbers = (list: unknown, count: number): boolean => Array.isArray(list) && list.length === count && list.every(Number.isFinite);
  const isMesh = (mesh: JsonRecord): boolean =>
    typeof mesh['file'] === 'string' && typeof mesh['sha256'] === 'string' && isRecord(mesh['reading']);
  const need = (field: string, isValid: boolean): void => {
    if (!isValid) throw refused(`"${field}" is missing or not valid`);
  };
  need('format', value['format'] === 'boxwood-motion');
  need('version', value['version'] === 1);
  for (const side of ['a', 'b']) need(side, isRecord(value[side]) && isMesh(value[side]));
  const path = value['path'];
  need('path', isRecord(path) && (path['kind'] === 'linear' || path['kind'] === 'turning') && Number.isFinite(path['angle']));
  for (const pose of ['from', 'to']) need(`path.${pose}`, isNumbers((path as JsonRecord)[pose], 16));
  for (const vector of ['pivot', 'step', 'axis']) need(`path.${vector}`, isNumbers((path as JsonRecord)[vector], 3));
  for (const length of ['tolerance', 'separation']) need(length, Number.isFinite(value[length]) && (value[length] as number) >= 0);
  const freeUntil = value['freeUntil'] as number;
  need('freeUntil', freeUntil >= 0 && freeUntil <= 1);
  const segments = value['segments'] as number;
  need('segments', Number.isInteger(segments) && segments >= 1 && segments <= maxSegments);
  need('state', motionStates.includes(value['state'] as MotionState));
  const { interval, contact, rows } = value as { readonly interval: unknown; readonly contact: unknown; readonly rows: unknown };
  need('interval', interval === null || isNumbers(interval, 2));
  need('contact', contact === null || (isRecord(contact) && isNumbers([contact['a'], contact['b'], contact['time']], 3)));
  need('rows', Array.isArray(rows) && rows.every((row) => isNumbers(row, rowWords)));
  return value as unknown as MotionCertificate;
}

const maxSegments = 1e6;
const motionStates: readonly MotionState[] = ['apart', 'startsTouching', 'hit', 'near', 'undecided'];

function parsed(text: string): JsonRecord {
  const value = parseRecord(text);
  if (typeof value === 'string') throw refused(value);
  return value;
}

function refused(why: string): InspectorError {
  const message = `This is not a motion certificate: ${why}`;
  return new InspectorError({
    code: 'invalid-bytes',
    message,
    fix: 'Write it again with boxwood query motion --certificate',
    location: {},
  });
}
