import { type ByteProgress, byteProgress } from '../byte-progress.ts';
import { noProgress } from '../../progress.ts';
import type { ByteSource } from '../source/byte-source.ts';
import { type FacetArrays, type FacetReading, facetReading, readFacets } from './facets.ts';

/** The facets of a file that several threads read, in shared memory. */
export interface FacetBlocks extends FacetArrays {
  /** (1 + blocks) The first block that no thread has begun, then the state of each block. */
  readonly states: Int32Array;
}

/** Other threads that read facets. */
export interface ReadHelp {
  /** Number of facets from which they are worth a message. The mesh is then in shared memory. */
  readonly minFacets: number;
  /** Lets them run `helpRead`. Resolves when none of them reads any more: each has returned or was lost. */
  readonly read: (blocks: FacetBlocks) => Promise<void>;
}

/** States of a block; 0 until it is read. */
const finite = 1;
const notFinite = 2;

/** Fits in the window of a file, so that each block is one read. */
const blockFacets = 20_970;

/**
 * Reads all facets with other threads, and returns whether all coordinates are finite.
 * @throws whatever the source and the progress of `report` throw, when no other thread reads any more.
 */
export async function readWithHelp(source: ByteSource, mesh: FacetArrays, help: ReadHelp, report: ByteProgress): Promise<boolean> {
  const blocks = facetBlocks(mesh);
  const helped = help.read(blocks);
  try {
    readBlocks(blocks, source, report);
    if (unreadBlocks(blocks).length > 0) await helped;
    readLostBlocks(blocks, source, report);
  } catch (error) {
    Atomics.store(blocks.states, 0, blockCount(blocks));
    await helped;
    throw error;
  }
  return !blocks.states.includes(notFinite, 1);
}

/** Reads blocks until none is left. The thread that leads reads a block again that this one could not read, and throws its error. */
export function helpRead(blocks: FacetBlocks, source: ByteSource): void {
  try {
    readBlocks(blocks, source, byteProgress(noProgress, source.byteLength));
  } catch {
    return;
  }
}

function facetBlocks({ positions, indices }: FacetArrays): FacetBlocks {
  const count = Math.ceil(indices.length / 3 / blockFacets);
  return { positions, indices, states: new Int32Array(new SharedArrayBuffer(4 * (1 + count))) };
}

function blockCount({ states }: FacetBlocks): number {
  return states.length - 1;
}

/** Takes the next block until none is left. */
function readBlocks(blocks: FacetBlocks, source: ByteSource, report: ByteProgress): void {
  const reading = facetReading(source, blocks);
  const count = blockCount(blocks);
  const take = (): number => Atomics.add(blocks.states, 0, 1);
  for (let block = take(); block < count; block = take()) readBlock(block, blocks, reading, report);
}

function readBlock(block: number, { indices, states }: FacetBlocks, reading: FacetReading, report: ByteProgress): void {
  const from = block * blockFacets;
  const isFinite = readFacets(reading, from, Math.min(from + blockFacets, indices.length / 3), report);
  Atomics.store(states, 1 + block, isFinite ? finite : notFinite);
}

function unreadBlocks(blocks: FacetBlocks): readonly number[] {
  return Array.from({ length: blockCount(blocks) }, (_, block) => block).filter((block) => Atomics.load(blocks.states, 1 + block) === 0);
}

/** Reads the blocks that other threads began and did not finish. */
function readLostBlocks(blocks: FacetBlocks, source: ByteSource, report: ByteProgress): void {
  const lost = unreadBlocks(blocks);
  if (lost.length === 0) return;
  const reading = facetReading(source, blocks);
  for (const block of lost) readBlock(block, blocks, reading, report);
}
