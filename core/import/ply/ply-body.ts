import { addFinding, ignoredElements, unusableFaces, type FindingList } from '../finding-list.ts';
import { pushThreeU32, pushU32, type GrowableU32 } from '../growable.ts';
import { pushFan, type MeshBuilder } from '../mesh-builder.ts';
import type { SourceLocation } from '../../error.ts';
import type { ByteProgress } from '../byte-progress.ts';
import type { PlyElement } from './ply-header.ts';
import type { PlyPlan } from './ply-plan.ts';

/** The output that the text and binary readers share. */
export interface PlyBody {
  readonly plan: PlyPlan;
  readonly builder: MeshBuilder;
  readonly findings: FindingList;
  /** Vertex indices of the current face. */
  readonly corners: GrowableU32;
  readonly report: ByteProgress;
}

/** Adds an index of the current face. An invalid index becomes one that no mesh can have. Hot. */
export function pushCorner(body: PlyBody, index: number): void {
  pushU32(body.corners, index >= 0 && index < body.plan.vertices && Number.isInteger(index) ? index : noVertex);
}

/** Ends the current face: adds a fan, or a finding with its location. Hot except for the finding. */
export function endPlyFace(body: PlyBody, location: number, unit: 'line' | 'byte'): void {
  const { corners, builder } = body;
  let usable = corners.length >= 3;
  for (let i = 0; i < corners.length; i++) if (corners.values[i] === noVertex) usable = false;
  if (usable) pushFan(builder, corners.values, corners.length, unit === 'line' ? location : 0);
  else addFinding(body.findings, unusableFaces, unit === 'line' ? { line: location } : { byte: location });
  corners.length = 0;
}

/** Adds an index of the current strip; -1 starts a new strip. Hot. */
export function pushStripCorner(body: PlyBody, index: number): void {
  if (index === -1) pushU32(body.corners, restart);
  else pushCorner(body, index);
}

/**
 * Ends a list of strips and adds their triangles. Each corner after the second forms a triangle with the two before it.
 * Every other triangle is flipped to keep the winding.
 */
export function endPlyStrips({ corners, builder, findings }: PlyBody, location: SourceLocation): void {
  const { values, length } = corners;
  for (let i = 0, start = 0; i <= length; i++) {
    if (i < length && values[i] !== restart) {
      if (i - start < 2) continue;
      const isEven = (i - start) % 2 === 0;
      const a = values[isEven ? i - 2 : i - 1];
      const b = values[isEven ? i - 1 : i - 2];
      const c = values[i];
      if (a === noVertex || b === noVertex || c === noVertex) addFinding(findings, unusableFaces, location);
      else pushThreeU32(builder.indices, a, b, c);
      continue;
    }
    if (i - start === 1 || i - start === 2) addFinding(findings, unusableFaces, location);
    start = i + 1;
  }
  corners.length = 0;
}

/**
 * Adds a finding for elements that are not read. Edges are geometry too, so users should know that they are missing.
 */
export function noteSkippedElement(body: PlyBody, element: PlyElement, location: SourceLocation): void {
  if (element.count > 0 && element.properties.length > 0) addFinding(body.findings, ignoredElements, location, element.count);
}

const noVertex = 0xffff_ffff;
/** Marks a new strip. Not a valid vertex index. */
const restart = 0xffff_fffe;
