import { roleByName, wholeName, withRoles } from '../../../mesh/part-role.ts';
import type { ColliderRole } from '../../../mesh/collider-role.ts';
import type { MeshPart } from '../../../mesh/triangle-mesh.ts';

/** How colliders and rendered parts match, by part names and by other data of the file. Each list has part indices, ascending. */
export interface ColliderNames {
  /** Colliders whose name refers to a part that does not exist. */
  readonly stray: readonly number[];
  /** Rendered parts without a collider, if another part has one. */
  readonly without: readonly number[];
  /** Parts whose name is almost a collider name, with the corrected name. */
  readonly misnamed: ReadonlyMap<number, string>;
}

/** The number of a copy after a name. */
const copyNumber = /[\s._]*\d*$/;

/** Matches names. @param demanded whether rendered parts need a collider even if the file has none. */
export function colliderNames(given: readonly MeshPart[], demanded = false): ColliderNames {
  const parts = given.some(({ role }) => role !== undefined) ? given : withRoles(given);
  const names = new Map<string, string>();
  for (const { name, role } of parts)
    if (role == null || role.isRendered) for (const piece of piecesOf(name)) names.set(piece.toLowerCase(), piece);
  const misnamed = new Map<number, string>();
  parts.forEach(({ name, role }, part) => {
    const meant = role == null ? meantName(name, names) : null;
    if (meant !== null) misnamed.set(part, meant);
  });
  const covered = new Set(parts.flatMap(({ role }) => (role?.of == null || role.isTrigger ? [] : [withoutCopy(role.of)])));
  const isSeen = (part: number): boolean => parts[part].triangleCount > 0 && parts[part].role == null && !misnamed.has(part);
  const isBare = (part: number): boolean => isSeen(part) && parts[part].hasCollider !== true && !covered.has(withoutCopy(parts[part].name));
  const hasAny = covered.size > 0 || parts.some(({ role, hasCollider }) => role?.isRendered === true || hasCollider === true);
  const all = parts.map((_, part) => part);
  return {
    stray: all.filter((part) => namesNothing(parts[part].name, parts[part].role)),
    without: hasAny || demanded ? all.filter(isBare) : [],
    misnamed,
  };
}

/** Returns the name that the primitives of a node and its copies share. */
function withoutCopy(name: string): string {
  return wholeName(name).replace(/\[\d+\]$/, '');
}

/** Whether a collider has an Unreal name that refers to no part. Unreal imports it as a rendered mesh. */
function namesNothing(name: string, role: ColliderRole | undefined): boolean {
  return (
    role?.from === 'name' &&
    role.of === null &&
    (roleByName(name)?.of ?? null) !== null &&
    piecesOf(name).some((piece) => /^U(CX|BX|SP|CP)_/i.test(piece))
  );
}

/** Returns the corrected name; `null` if the name is not similar to a collider name. `names` are the rendered parts by lower case. */
function meantName(name: string, names: ReadonlyMap<string, string>): string | null {
  for (const piece of piecesOf(name)) {
    const meant = meantPrefix(piece, names) ?? meantSuffix(piece, names);
    if (meant !== null) return meant;
  }
  return null;
}

const prefixes = ['UCX', 'UBX', 'USP', 'UCP'];

/** Corrects `UCX-Rock`, `UXC_Rock_01` and `UCXRock` if there is a part `Rock`, because three letters alone are similar to many words. */
function meantPrefix(piece: string, names: ReadonlyMap<string, string>): string | null {
  const found = /^([a-z]{3})([-_.\s]*)(.+)$/i.exec(piece);
  if (found === null || knownBase(found[3], names) === null) return null;
  const word = found[1].toUpperCase();
  // Without a separator only an exact prefix counts.
  const prefix = found[2] === '' ? (prefixes.find((other) => other === word) ?? null) : nearestWord(word, prefixes);
  return prefix === null ? null : `${prefix}_${found[3]}`;
}

const suffixes = ['convcolonly', 'colonly', 'convcol', 'col'];
/** Common variants that no engine reads. */
const otherWords: Readonly<Record<string, string>> = {
  collision: 'col',
  collider: 'col',
  convexcol: 'convcol',
  convexcollision: 'convcol',
  colliderconvex: 'convcol',
  collisiononly: 'colonly',
  convexcolonly: 'convcolonly',
};

/** Corrects `Rock-colony` and `Rock_collision` if there is a part `Rock`. */
function meantSuffix(piece: string, names: ReadonlyMap<string, string>): string | null {
  const found = /^(.+?)[-_.$\s]+([a-z]+)[\s\d._]*$/i.exec(piece);
  const base = found === null ? null : knownBase(found[1], names);
  if (found === null || base === null) return null;
  const word = found[2].toLowerCase();
  const meant = otherWords[word] ?? (word.length >= 6 ? nearestWord(word, suffixes) : null);
  return meant === null ? null : `${base}-${meant}`;
}

function knownBase(text: string, names: ReadonlyMap<string, string>): string | null {
  const lower = text.toLowerCase();
  return names.get(lower) ?? names.get(lower.replace(copyNumber, '')) ?? null;
}

/** Returns the only word within one typing error: a letter added, missing, replaced, or two swapped; `null` if there is not exactly one. */
function nearestWord(word: string, words: readonly string[]): string | null {
  const near = words.filter((other) => other === word || isOneSlip(word, other));
  return near.includes(word) ? word : near.length > 0 ? near[0] : null;
}

function isOneSlip(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  const isSwap = restA.length >= 2 && restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
  return isSwap || restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1);
}

/** Splits names as `roleByName` does. */
function piecesOf(name: string): readonly string[] {
  return name.split(/[/:|]/).map((piece) => piece.replace(/\[\d+\]$/, '').trim());
}
