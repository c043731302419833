import type { SourceLocation } from '../error.ts';
import { maxLocations, type Finding, type FindingCode, type Severity } from '../finding.ts';

/** Code, severity and texts of one kind of finding. Findings of the same object are counted together. */
export interface FindingKind {
  readonly code: FindingCode;
  readonly severity: Severity;
  readonly message: string;
  readonly fix: string;
  readonly detail?: string;
}

/** The findings of one import, in the order in which each kind first occurred. */
export type FindingList = Map<FindingKind, { count: number; readonly locations: SourceLocation[] }>;

export function addFinding(list: FindingList, kind: FindingKind, location: SourceLocation, count = 1): void {
  let entry = list.get(kind);
  if (entry === undefined) {
    entry = { count: 0, locations: [] };
    list.set(kind, entry);
  }
  entry.count += count;
  if (entry.locations.length < maxLocations) entry.locations.push(location);
}

export function takeFindings(list: FindingList): readonly Finding[] {
  return [...list].map(([kind, { count, locations }]) => ({ ...kind, count, locations }));
}

/** Kinds that several formats share. */
export const unusableFaces: FindingKind = {
  code: 'unusable-faces',
  severity: 'error',
  message: 'Faces with fewer than three vertices, or with an index out of range, were dropped',
  fix: 'Correct the faces in the program that made the file',
};

export const unusableQuake3Faces: FindingKind = {
  ...unusableFaces,
  message: 'Faces of an unknown kind, with an index out of range, or with control points that are not finite, were left out',
  fix: 'Compile the level again',
};

export const damagedBrushes: FindingKind = {
  code: 'unusable-brushes',
  severity: 'error',
  message: 'Brushes with a plane that is missing or not finite were left out: the level has another solid without them',
  fix: 'Compile the level again',
};

export const boundlessBrushes: FindingKind = {
  ...damagedBrushes,
  message: 'Brushes whose planes bound no volume were left out: the level has another solid without them',
};

export const ignoredContent: FindingKind = {
  code: 'ignored-content',
  severity: 'warning',
  message: 'Content that is not part of this format was skipped',
  fix: 'Check that the file is complete and has the format of its name',
};

export const trailingContent: FindingKind = {
  ...ignoredContent,
  message: 'The file continues after its last declared element',
  fix: 'Check that the counts in the file match its content',
};

export const ignoredElements: FindingKind = {
  code: 'ignored-elements',
  severity: 'info',
  message: 'Points, lines, curves or patches were skipped: only triangles and polygons collide',
  fix: 'Convert them to polygons if they should collide',
};

export const otherScenes: FindingKind = {
  code: 'not-applied',
  severity: 'info',
  message: 'The file has other scenes, which are not shown',
  fix: 'Choose another in the properties of the document, or with --scene',
};

export const collidersApart: FindingKind = {
  code: 'colliders-apart',
  severity: 'info',
  message: 'Colliders that only a physics extension refers to are listed and are not part of the mesh',
  fix: 'Read them as parts with --colliders with (or only), or in the properties of the document',
};

export const brushesApart: FindingKind = {
  code: 'colliders-apart',
  severity: 'info',
  message: 'Solid brushes, which stop the player, are listed and are not part of the mesh',
  fix: 'Read them as parts with --colliders with (or only), or in the properties of the document',
};

export const infinitePlanesApart: FindingKind = {
  code: 'colliders-apart',
  severity: 'info',
  message: 'Infinite planes have no triangles: they are listed and are not part of the mesh',
  fix: 'Give them a size in the program that made the file to see them here',
};
