import type { Progress } from '../../progress.ts';
import { refuse } from '../refuse.ts';
import type { PlacedMesh } from './place-meshes.ts';

/**
 * Meshes that a walk over a scene places. The totals are limited, because few bytes can refer to the same mesh many
 * times.
 */
export interface PlacedList {
  readonly meshes: PlacedMesh[];
  /** The meshes without their repetitions. */
  readonly distinct: Set<Float64Array>;
  /** Triangles and vertices of the repetitions. */
  repeatedTriangles: number;
  repeatedVertices: number;
  vertices: number;
  triangles: number;
  steps: number;
  /** Bytes read so far, unpacked. */
  bytes: number;
  readonly limits: RepeatLimits;
  readonly progress: Progress;
}

/** How much the bytes of a file may place. */
export interface RepeatLimits {
  readonly partsPerByte: number;
  readonly stepsPerByte: number;
  /** Triangles of repeated meshes for each byte, and in any file; of their vertices four times as many. */
  readonly repeatedPerByte: number;
  readonly minRepeated: number;
}

/** Of formats that repeat a mesh by nested references: a node takes dozens of bytes. */
const ofNodes: RepeatLimits = { partsPerByte: 16, stepsPerByte: 64, repeatedPerByte: 32, minRepeated: 2 ** 16 };
/** Of formats with lists of instances, which repeat a mesh for some bytes each. */
export const ofInstancers: RepeatLimits = { partsPerByte: 2 ** 20, stepsPerByte: 2 ** 22, repeatedPerByte: 256, minRepeated: 2 ** 20 };

/** Beyond these limits the arrays of one mesh would not fit in common memory. */
const maxVertices = 2 ** 27;
const maxTriangles = 2 ** 27;
const maxParts = 2 ** 20;
/** Limit of visited nodes and references, since those without a mesh only cost time. */
const maxSteps = 2 ** 22;
/** Parts and steps of any file. */
const minAllowed = 4096;
const verticesPerTriangle = 4;
/** Maximum depth, because scenes are walked by recursion. */
const maxDepth = 1024;
const stepsBetweenReports = 4096;

/**
 * Returns an empty list.
 * @param bytes unpacked size of what was read; see `allowFor`
 */
export function placedList(progress: Progress, bytes: number, limits: RepeatLimits = ofNodes): PlacedList {
  return {
    meshes: [],
    distinct: new Set(),
    repeatedTriangles: 0,
    repeatedVertices: 0,
    vertices: 0,
    triangles: 0,
    steps: 0,
    bytes,
    limits,
    progress,
  };
}

/** Raises the limits of a list for more bytes that were read. */
export function allowFor(list: PlacedList, bytes: number): void {
  list.bytes += bytes;
}

function within(max: number, min: number, perByte: number, bytes: number): number {
  return Math.min(max, min + perByte * bytes);
}

/**
 * Adds a mesh.
 * @throws InspectorError `too-large`.
 */
export function addPlaced(list: PlacedList, mesh: PlacedMesh): void {
  const vertices = mesh.positions.length / 3;
  const triangles = mesh.triangles.length / 3;
  if (list.distinct.has(mesh.positions)) {
    list.repeatedTriangles += triangles;
    list.repeatedVertices += vertices;
  } else list.distinct.add(mesh.positions);
  list.meshes.push(mesh);
  list.vertices += vertices;
  list.triangles += triangles;
  if (list.vertices > maxVertices || list.triangles > maxTriangles) throw tooLarge(`${maxTriangles} triangles or vertices`);
  const { partsPerByte, repeatedPerByte, minRepeated } = list.limits;
  const repeated = within(maxTriangles, minRepeated, repeatedPerByte, list.bytes);
  if (list.repeatedTriangles > repeated || list.repeatedVertices > verticesPerTriangle * repeated)
    throw tooLarge(`${repeated} triangles or ${verticesPerTriangle * repeated} vertices, the limit for its bytes`);
  const parts = within(maxParts, minAllowed, partsPerByte, list.bytes);
  if (list.meshes.length > parts) throw tooLarge(`${parts} parts`);
}

/**
 * Counts a visited node or reference.
 * @throws InspectorError `too-large`, `cancelled`.
 */
export function countStep(list: PlacedList, depth: number): void {
  const steps = within(maxSteps, minAllowed, list.limits.stepsPerByte, list.bytes);
  if (++list.steps > steps) throw tooLarge(`${steps} nodes`);
  if (depth > maxDepth) throw refuse('too-large', `The nodes of the file are nested deeper than ${maxDepth} levels`, 'Flatten the scene');
  if (list.steps % stepsBetweenReports === 0) list.progress(0.5);
}

function tooLarge(what: string): Error {
  return refuse('too-large', `The file repeats its data beyond ${what}`, 'Split the scene into several files');
}
