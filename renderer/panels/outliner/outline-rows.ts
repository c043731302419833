import type { PartEntry, PartGroup } from './part-groups.ts';
import type { DocumentId } from '#host-api';

/** A row of the list of meshes. */
export type OutlineRow =
  /** `isOpen` is `null` for a document with nothing to open. */
  | { readonly kind: 'document'; readonly document: DocumentId; readonly isOpen: boolean | null }
  /** A line of the text that says why a document failed. */
  | { readonly kind: 'problem'; readonly document: DocumentId; readonly line: number; readonly text: string }
  | { readonly kind: 'group'; readonly document: DocumentId; readonly group: PartGroup; readonly isOpen: boolean }
  | { readonly kind: 'part'; readonly document: DocumentId; readonly part: number; readonly isInGroup: boolean };

/** What the rows of a document are made from. */
export interface OutlinedDocument {
  readonly document: DocumentId;
  /** Why it failed; `null` for others. */
  readonly problem: string | null;
  /** Its parts, like parts in groups; empty if they are not listed. */
  readonly entries: readonly PartEntry[];
  /** The parts that a search or a filter leaves; `null` without a restriction. */
  readonly matching: ReadonlySet<number> | null;
  /** `null` where the user has not opened or closed it. */
  readonly wantedOpen: boolean | null;
  readonly isGroupOpen: (key: string) => boolean;
}

/** A document with more rows than this is closed at first. */
const maxOpenRows = 64;
/** Letters of a line of a problem. */
const lineLength = 42;

/** Returns the rows of all documents. A restricted list has only documents and groups with matching parts, all of them open. */
export function outlineRows(documents: readonly OutlinedDocument[]): readonly OutlineRow[] {
  return documents.flatMap((outlined) => (outlined.matching === null ? allRows(outlined) : matchingRows(outlined, outlined.matching)));
}

function allRows({ document, problem, entries, wantedOpen, isGroupOpen }: OutlinedDocument): OutlineRow[] {
  const isOpen = problem !== null || entries.length > 0 ? (wantedOpen ?? (problem === null && entries.length <= maxOpenRows)) : null;
  const rows: OutlineRow[] = [{ kind: 'document', document, isOpen }];
  if (isOpen !== true) return rows;
  if (problem !== null) linesOf(problem).forEach((text, line) => rows.push({ kind: 'problem', document, line, text }));
  for (const entry of entries) {
    if (typeof entry === 'number') {
      rows.push({ kind: 'part', document, part: entry, isInGroup: false });
      continue;
    }
    const isGroupShown = isGroupOpen(entry.key);
    rows.push({ kind: 'group', document, group: entry, isOpen: isGroupShown });
    if (isGroupShown) for (const part of entry.parts) rows.push({ kind: 'part', document, part, isInGroup: true });
  }
  return rows;
}

function matchingRows({ document, entries, isGroupOpen }: OutlinedDocument, matching: ReadonlySet<number>): OutlineRow[] {
  if (matching.size === 0) return [];
  const rows: OutlineRow[] = [{ kind: 'document', document, isOpen: entries.length > 0 ? true : null }];
  for (const entry of entries) {
    if (typeof entry === 'number') {
      if (matching.has(entry)) rows.push({ kind: 'part', document, part: entry, isInGroup: false });
      continue;
    }
    const parts = entry.parts.filter((part) => matching.has(part));
    if (parts.length === 0) continue;
    const isOpen = parts.length <= maxOpenRows || isGroupOpen(entry.key);
    rows.push({ kind: 'group', document, group: { ...entry, parts }, isOpen });
    if (isOpen) for (const part of parts) rows.push({ kind: 'part', document, part, isInGroup: true });
  }
  return rows;
}

/** Returns a text in lines of whole words. */
function linesOf(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= lineLength) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Returns a name for a row that stays the same while rows around it change. */
export function rowKey(row: OutlineRow): string {
  switch (row.kind) {
    case 'document':
      return `mesh-${row.document}`;
    case 'problem':
      return `problem-${row.document}-${row.line}`;
    case 'group':
      return `group-${row.document}-${row.group.parts[0]}`;
    case 'part':
      return `part-${row.document}-${row.part}`;
  }
}

/** Returns the index of the row that a row is in, by level; `null` for a document. */
export function parentRow(rows: readonly OutlineRow[], at: number): number | null {
  const row = rows[at];
  if (row === undefined || row.kind === 'document') return null;
  const isParent = (other: OutlineRow): boolean =>
    other.kind === 'document' || (row.kind === 'part' && row.isInGroup && other.kind === 'group');
  for (let i = at - 1; i >= 0; i--) if (isParent(rows[i]!)) return i;
  return null;
}

/** Returns the parts of the rows between two rows, both included, that are parts or groups of a document. */
export function partsBetween(rows: readonly OutlineRow[], from: number, to: number, document: DocumentId): readonly number[] {
  const parts = new Set<number>();
  for (const row of rows.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (row.document !== document) continue;
    if (row.kind === 'part') parts.add(row.part);
    if (row.kind === 'group') for (const part of row.group.parts) parts.add(part);
  }
  return [...parts];
}

/** Returns the next row after `at` whose name begins with a text, wrapping around; `null` for none. `nameOf` gives the name of a row. */
export function rowStartingWith(rows: readonly OutlineRow[], at: number, text: string, nameOf: (row: OutlineRow) => string): number | null {
  const wanted = text.toLowerCase();
  // One letter goes on to the next row; more letters may stay.
  const start = text.length > 1 ? Math.max(at, 0) : at + 1;
  for (let i = 0; i < rows.length; i++) {
    const index = (start + i + rows.length) % rows.length;
    if (nameOf(rows[index]!).toLowerCase().startsWith(wanted)) return index;
  }
  return null;
}
