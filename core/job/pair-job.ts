import type { Transform } from '../math/transform.ts';
import { openMeshBytes } from '../mesh/mesh-bytes.ts';
import type { PairOptions } from '../options/pair-options.ts';
import { contactLines, type ContactLines } from '../pair/contact-lines.ts';
import { contacts, type Contacts } from '../pair/contacts.ts';
import { pairs, type PairAnswer } from '../pair/pairs.ts';
import type { TreedMesh } from '../pair/treed-mesh.ts';
import type { Progress } from '../progress.ts';
import { openTree } from '../tree/layout.ts';

/** A mesh and its tree as bytes, to be viewed in place. */
export interface TreedBytes {
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  readonly tree: ArrayBuffer | SharedArrayBuffer;
}

export interface PairJobRequest {
  readonly kind: 'pair';
  readonly a: TreedBytes;
  readonly b: TreedBytes;
  /** Places B in the space of A. */
  readonly aFromB: Transform;
  readonly options: PairOptions;
  /** Whether where and how the pairs meet is wanted too. */
  readonly withContacts: boolean;
}

export interface PairJobResult {
  readonly kind: 'pair';
  readonly answer: PairAnswer;
  /** `null` when it was not wanted. */
  readonly meeting: { readonly contacts: Contacts; readonly lines: ContactLines } | null;
  /** Of finding the pairs. */
  readonly pairsMilliseconds: number;
  /** Of the contacts and their lines; `null` when they were not wanted. */
  readonly contactsMilliseconds: number | null;
}

/** Where contacts and lines begin in the progress, after the walk. */
const contactsFrom = 0.5, linesFrom = 0.75;

/** P1 and P2 in one go. @throws InspectorError as `pairs` does, and `invalid-bytes`; whatever `progress` throws. */
export function runPair({ a, b, aFromB, options, withContacts }: PairJobRequest, progress: Progress): PairJobResult {
  const start = performance.now();
  const [treedA, treedB] = [openTreed(a), openTreed(b)];
  const answer = pairs(treedA, treedB, aFromB, options, (fraction) => progress(withContacts ? contactsFrom * fraction : fraction));
  const found = performance.now();
  if (!withContacts) return { kind: 'pair', answer, meeting: null, pairsMilliseconds: found - start, contactsMilliseconds: null };
  const all = contacts(treedA.mesh, treedB.mesh, aFromB, answer.pairs, (fraction) => progress(contactsFrom + (linesFrom - contactsFrom) * fraction));
  const lines = contactLines(all, treedA.mesh, treedB.mesh, aFromB, (fraction) => progress(linesFrom + (1 - linesFrom) * fraction));
  const contactsMilliseconds = performance.now() - found;
  return { kind: 'pair', answer, meeting: { contacts: all, lines }, pairsMilliseconds: found - start, contactsMilliseconds };
}

function openTreed({ mesh, tree }: TreedBytes): TreedMesh {
  return { mesh: openMeshBytes(mesh), tree: openTree(tree) };
}
