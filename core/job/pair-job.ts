import type { Transform } from '../math/transform.ts';
import { openMeshBytes } from '../mesh/mesh-bytes.ts';
import type { PairOptions } from '../options/pair-options.ts';
import { contactCurves, type ContactCurves } from '../pair/contact/contact-curves.ts';
import { contacts, type Contacts } from '../pair/contact/contacts.ts';
import { loadPair, type LoadedPair } from '../pair/loaded/load-pair.ts';
import { intersectionWitness, meshDistance, type DistanceWitness } from '../pair/distance/distance.ts';
import { pairs, type PairsResult } from '../pair/pairs/pairs.ts';
import type { TreedMesh } from '../pair/treed-mesh.ts';
import type { Progress } from '../progress.ts';
import { openTree } from '../tree/open-tree.ts';

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
  readonly answer: PairsResult;
  /** How far the surfaces are apart and where they are nearest; 0 and a point of the lowest pair where they meet. `null` without triangles. */
  readonly nearest: { readonly distance: number; readonly witness: DistanceWitness } | null;
  /** `null` when it was not wanted. */
  readonly meeting: { readonly contacts: Contacts; readonly lines: ContactCurves } | null;
  /** Of finding the pairs, with the copy that WebAssembly needs. */
  readonly pairsMilliseconds: number;
  /** Of finding where they are nearest. */
  readonly distanceMilliseconds: number;
  /** Of the contacts and their lines; `null` when they were not wanted. */
  readonly contactsMilliseconds: number | null;
}

/** Where finding the distance, contacts and lines begin in the progress, after the walk. */
const distanceFrom = 0.4;
const contactsFrom = 0.5;
const linesFrom = 0.75;

/** P1, P3 and, where they are wanted, P2 in one go. @throws InspectorError as `pairs` does, and `invalid-bytes`; whatever `progress` throws. */
export function runPair({ a, b, aFromB, options, withContacts }: PairJobRequest, progress: Progress): PairJobResult {
  const start = performance.now();
  const [treedA, treedB] = [openTreed(a), openTreed(b)];
  const loaded = loadPair(treedA, treedB);
  const answer = pairs(treedA, treedB, aFromB, options, (fraction) => progress(distanceFrom * fraction), loaded);
  const paired = performance.now();
  const nearest = nearestOf(answer, treedA, treedB, aFromB, loaded, (fraction) =>
    progress(distanceFrom + ((withContacts ? contactsFrom : 1) - distanceFrom) * fraction),
  );
  const found = performance.now();
  const rest = { kind: 'pair', answer, nearest, pairsMilliseconds: paired - start, distanceMilliseconds: found - paired } as const;
  if (!withContacts) return { ...rest, meeting: null, contactsMilliseconds: null };
  const all = contacts(treedA.mesh, treedB.mesh, aFromB, answer.pairs, (fraction) =>
    progress(contactsFrom + (linesFrom - contactsFrom) * fraction),
  );
  const lines = contactCurves(all, treedA.mesh, treedB.mesh, aFromB, (fraction) => progress(linesFrom + (1 - linesFrom) * fraction));
  return { ...rest, meeting: { contacts: all, lines }, contactsMilliseconds: performance.now() - found };
}

function nearestOf(
  { pairs: found, pairCount }: PairsResult,
  a: TreedMesh,
  b: TreedMesh,
  aFromB: Transform,
  loaded: LoadedPair | null,
  progress: Progress,
): PairJobResult['nearest'] {
  if (pairCount === 0) {
    const { distance, witness } = meshDistance(a, b, aFromB, progress, loaded);
    return distance === null || witness === null ? null : { distance, witness };
  }
  const witness = intersectionWitness(a.mesh, found[0]!, b.mesh, found[1]!, aFromB);
  progress(1);
  return witness === null ? null : { distance: 0, witness };
}

function openTreed({ mesh, tree }: TreedBytes): TreedMesh {
  return { mesh: openMeshBytes(mesh), tree: openTree(tree) };
}
