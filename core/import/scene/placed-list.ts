import type { Progress } from '../../progress.ts';
import { refuse } from '../refuse.ts';
import type { PlacedMesh } from './place-meshes.ts';

/**
 * Meshes that a walk over a scene places. The totals are limited, because few bytes can refer to the same mesh many
 * times.
 */
export interface PlacedList {
  readonly meshes: PlacedMesh[];
  vertices: number;
  triangles: number;
  steps: number;
  readonly maxParts: number;
  readonly maxSteps: number;
  readonly progress: Progress;
}

/** Beyond these limits the arrays of one mesh would not fit in common memory. */
const maxVertices = 2 ** 27;
const maxTriangles = 2 ** 27;
const maxParts = 2 ** 20;
/** Limit of visited nodes and references, since those without a mesh only cost time. */
const maxSteps = 2 ** 22;
/** Maximum parts per byte of the file, through nested instances: a node takes dozens of bytes. */
const maxPartsPerByte = 16;
const maxStepsPerByte = 64;
const minAllowed = 4096;
/** Maximum depth, because scenes are walked by recursion. */
const maxDepth = 1024;
const stepsBetweenReports = 4096;

/**
 * Returns an empty list.
 * @param fileBytes size of the file if it limits what may be declared; not for compressed files.
 */
export function placedList(progress: Progress, fileBytes = Infinity): PlacedList {
  const within = (max: number, aByte: number): number => Math.min(max, minAllowed + aByte * fileBytes);
  return {
    meshes: [],
    vertices: 0,
    triangles: 0,
    steps: 0,
    maxParts: within(maxParts, maxPartsPerByte),
    maxSteps: within(maxSteps, maxStepsPerByte),
    progress,
  };
}

/**
 * Adds a mesh.
 * @throws InspectorError `too-large`.
 */
export function addPlaced(list: PlacedList, mesh: PlacedMesh): void {
  list.meshes.push(mesh);
  list.vertices += mesh.positions.length / 3;
  list.triangles += mesh.triangles.length / 3;
  if (list.vertices > maxVertices || list.triangles > maxTriangles) throw tooLarge(`${maxTriangles} triangles or vertices`);
  if (list.meshes.length > list.maxParts) throw tooLarge(`${list.maxParts} parts`);
}

/**
 * Counts a visited node or reference.
 * @throws InspectorError `too-large`, `cancelled`.
 */
export function countStep(list: PlacedList, depth: number): void {
  if (++list.steps > list.maxSteps) throw tooLarge(`${list.maxSteps} nodes`);
  if (depth > maxDepth) throw refuse('too-large', `The nodes of the file are nested deeper than ${maxDepth} levels`, 'Flatten the scene');
  if (list.steps % stepsBetweenReports === 0) list.progress(0.5);
}

function tooLarge(what: string): Error {
  return refuse('too-large', `The file repeats its data beyond ${what}`, 'Split the scene into several files');
}
