import { addFinding, ignoredElements, unusableFaces, type FindingList } from '../finding-list.ts';
import { pushU32, type GrowableU32 } from '../growable.ts';
import { pushFan, type MeshBuilder } from '../mesh-builder.ts';
import type { Place } from '../../error.ts';
import type { ByteProgress } from '../byte-progress.ts';
import type { PlyElement } from './ply-header.ts';
import type { PlyPlan } from './ply-plan.ts';

/** What the text and the binary body fill in common. */
export interface PlyBody {
  readonly plan: PlyPlan;
  readonly builder: MeshBuilder;
  readonly findings: FindingList;
  /** Vertex indices of the face that is being read. */
  readonly corners: GrowableU32;
  readonly report: ByteProgress;
}

/** One index of the face being read, as the file writes it; what no vertex has becomes one that no mesh can have. Hot. */
export function pushCorner(body: PlyBody, index: number): void {
  pushU32(body.corners, index >= 0 && index < body.plan.vertices && Number.isInteger(index) ? index : noVertex);
}

/** Ends the face being read: a fan, or a finding with `place`. Hot but for the finding. */
export function endPlyFace(body: PlyBody, place: number, unit: 'line' | 'byte'): void {
  const { corners, builder } = body;
  let usable = corners.length >= 3;
  for (let i = 0; i < corners.length; i++) if (corners.values[i] === noVertex) usable = false;
  if (usable) pushFan(builder, corners.values, corners.length);
  else addFinding(body.findings, unusableFaces, unit === 'line' ? { line: place } : { byte: place });
  corners.length = 0;
}

/** Strips and edges are geometry too: whoever has them should know that they were not read. */
export function noteOtherElement(body: PlyBody, element: PlyElement, place: Place): void {
  if (element.count > 0 && element.properties.length > 0) addFinding(body.findings, ignoredElements, place, element.count);
}

const noVertex = 0xffff_ffff;
