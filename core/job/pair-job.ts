import type { Transform } from '../math/transform.ts';
import type { PairOptions } from '../options/pair-options.ts';
import { contactCurves, type ContactCurves } from '../pair/contact/contact-curves.ts';
import { contacts, type Contacts } from '../pair/contact/contacts.ts';
import { loadPair, type LoadedPair } from '../pair/loaded/load-pair.ts';
import { intersectionWitness, meshDistance, type DistanceWitness } from '../pair/distance/distance.ts';
import { pairs, type PairsResult } from '../pair/pairs/pairs.ts';
import type { TreedMesh } from '../pair/treed-mesh.ts';
import type { Progress } from '../progress.ts';
import { openTreed, type TreedBytes } from './treed-bytes.ts';

export interface PairJobRequest {
  readonly kind: 'pair';
  readonly a: TreedBytes;
  readonly b: TreedBytes;
  /** Transform from the space of B to the space of A. */
  readonly aFromB: Transform;
  readonly options: PairOptions;
  /** Whether to compute contacts and contact curves too. */
  readonly withContacts: boolean;
}

export interface PairJobResult {
  readonly kind: 'pair';
  readonly result: PairsResult;
  /** Distance of the surfaces and the closest points; 0 and a point of the first pair if they intersect. `null` without triangles. */
  readonly nearest: { readonly distance: number; readonly witness: DistanceWitness } | null;
  /** `null` if not requested. */
  readonly contactFacts: { readonly contacts: Contacts; readonly curves: ContactCurves } | null;
  /** Time of the pair query, with the copy to WebAssembly. */
  readonly pairsMilliseconds: number;
  /** Time of the distance query. */
  readonly distanceMilliseconds: number;
  /** Of the contacts and their curves; `null` when they were not wanted. */
  readonly contactsMilliseconds: number | null;
}

/** Where finding the distance, contacts and curves begin in the progress, after the walk. */
const distanceFrom = 0.4;
const contactsFrom = 0.5;
const curvesFrom = 0.75;

/** Runs the pair query, the distance query and, if requested, contacts. @throws InspectorError as `pairs`, and `invalid-bytes`; whatever `progress` throws. */
export function runPair({ a, b, aFromB, options, withContacts }: PairJobRequest, progress: Progress): PairJobResult {
  const start = performance.now();
  const [treedA, treedB] = [openTreed(a), openTreed(b)];
  const loaded = loadPair(treedA, treedB);
  const result = pairs(treedA, treedB, aFromB, options, (fraction) => progress(distanceFrom * fraction), loaded);
  const paired = performance.now();
  const nearest = nearestOf(result, treedA, treedB, aFromB, loaded, (fraction) =>
    progress(distanceFrom + ((withContacts ? contactsFrom : 1) - distanceFrom) * fraction),
  );
  const found = performance.now();
  const rest = { kind: 'pair', result, nearest, pairsMilliseconds: paired - start, distanceMilliseconds: found - paired } as const;
  if (!withContacts) return { ...rest, contactFacts: null, contactsMilliseconds: null };
  const all = contacts(treedA.mesh, treedB.mesh, aFromB, result.pairs, (fraction) =>
    progress(contactsFrom + (curvesFrom - contactsFrom) * fraction),
  );
  const curves = contactCurves(all, treedA.mesh, treedB.mesh, aFromB, (fraction) => progress(curvesFrom + (1 - curvesFrom) * fraction));
  return { ...rest, contactFacts: { contacts: all, curves }, contactsMilliseconds: performance.now() - found };
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
