import type { Progress } from '../../progress.ts';
import { refuse } from '../refuse.ts';
import type { PlacedMesh } from './place-meshes.ts';

/** Meshes at their places while a scene is walked; its sums are bounded, because few bytes can name the same mesh again and again. */
export interface PlacedList {
  readonly meshes: PlacedMesh[];
  vertices: number;
  triangles: number;
  steps: number;
  readonly maxParts: number;
  readonly maxSteps: number;
  readonly progress: Progress;
}

/** Beyond these the arrays of one mesh would not fit common memory. */
const maxVertices = 2 ** 27;
const maxTriangles = 2 ** 27;
const maxParts = 2 ** 20;
/** Nodes and references that lead to no mesh cost time alone. */
const maxSteps = 2 ** 22;
/** What instances in instances may multiply a byte of the file to: a node takes dozens of bytes. */
const partsAByte = 16;
const stepsAByte = 64;
const minAllowed = 4096;
/** Scenes are walked by recursion. */
const maxDepth = 1024;
const stepsBetweenReports = 4096;

/** @param fileBytes size of the file where it limits what may be declared; not for packed files. */
export function placedList(progress: Progress, fileBytes = Infinity): PlacedList {
  const within = (max: number, aByte: number): number => Math.min(max, minAllowed + aByte * fileBytes);
  return {
    meshes: [],
    vertices: 0,
    triangles: 0,
    steps: 0,
    maxParts: within(maxParts, partsAByte),
    maxSteps: within(maxSteps, stepsAByte),
    progress,
  };
}

/** @throws InspectorError `too-large`. */
export function addPlaced(list: PlacedList, mesh: PlacedMesh): void {
  list.meshes.push(mesh);
  list.vertices += mesh.positions.length / 3;
  list.triangles += mesh.triangles.length / 3;
  if (list.vertices > maxVertices || list.triangles > maxTriangles) throw tooLarge(`${maxTriangles} triangles or vertices`);
  if (list.meshes.length > list.maxParts) throw tooLarge(`${list.maxParts} parts`);
}

/** One node or reference of the walk, whatever it leads to. @throws InspectorError `too-large`, `cancelled`. */
export function countStep(list: PlacedList, depth: number): void {
  if (++list.steps > list.maxSteps) throw tooLarge(`${list.maxSteps} nodes`);
  if (depth > maxDepth) throw refuse('too-large', `The nodes of the file are nested deeper than ${maxDepth} levels`, 'Flatten the scene');
  if (list.steps % stepsBetweenReports === 0) list.progress(0.5);
}

function tooLarge(what: string): Error {
  return refuse('too-large', `The file repeats its data beyond ${what}`, 'Split the scene into several files');
}
