import type { SharedMemory, SharedModule, SharedStudyExports } from '../../../kernel/index.ts';
import type { ControlBuffers } from './study-control.ts';

/** The message that starts a helper on a study. */
export interface HelperStart {
  readonly module: SharedModule;
  readonly memory: SharedMemory;
  readonly control: ControlBuffers;
  /** Number of the helper, from 0. */
  readonly helper: number;
  /** The region of the memory that it alone reserves from: bytes before it, and its bytes. */
  readonly skipped: number;
  readonly bytes: number;
}

/** The words of the leading instance that helpers need: where the mesh and its tables are, the frame of the boxes, and the levels of boxes. */
export const studyWords = [
  'positions',
  'indices',
  'vertices',
  'aroundFirst',
  'around',
  'simple',
  'triangles',
  'corners',
  'states',
  'flats',
  'componentOf',
  'edgeFirst',
  'edgeSides',
  'pieceOf',
  'flipped',
  'pieceFlags',
  'pieceBalances',
  'links',
  'longestEdges',
  'heights',
  'originX',
  'originY',
  'originZ',
  'scale',
  'live',
  'liveCount',
  'levels',
  'counts',
  'levelCount',
] as const satisfies readonly (keyof SharedStudyExports)[];

/** Words that are set by whoever begins the levels. */
export const levelWords = ['levels', 'counts', 'levelCount', 'levelKeys'] as const satisfies readonly (keyof SharedStudyExports)[];
