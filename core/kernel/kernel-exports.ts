/** A number that the kernel keeps. Addresses come as i32 and are read with `>>> 0`. Slow to read: not for hot code. */
interface Word {
  readonly value: number;
}

/** What both modules export; every function is described in the assembly. Addresses are i32. */
export interface BuilderExports {
  readonly memory: { readonly buffer: ArrayBuffer | SharedArrayBuffer };
  readonly allocate: (bytes: number) => number;

  readonly reserveMesh: (vertices: number, triangles: number) => number;
  readonly growByVertices: (first: number, end: number, box: number) => number;
  readonly isF32: Word;
  readonly setFrame: (x: number, y: number, z: number, scale: number) => void;
  readonly setGrid: (x: number, y: number, z: number, steps: number) => void;

  readonly reservePrimitives: (triangles: number, box: number) => number;
  readonly restartPrimitives: () => void;
  readonly addPrimitives: (first: number, end: number) => number;
  readonly sortPrimitives: () => number;
  readonly placePrimitives: (first: number, end: number) => void;
  readonly beginBuild: (leafTriangles: number, maxDepth: number, minSide: number) => number;
  readonly order: Word;
  readonly builtNodes: Word;
  readonly nodeCount: Word;
  readonly leafCount: Word;
  readonly blockCount: Word;
  readonly levels: Word;

  readonly tableLength: () => number;
  readonly table: Word;
  readonly builtBlocks: Word;
  readonly isExact: Word;
}

/** What `assembly/index.ts` exports. */
export interface KernelExports extends BuilderExports {
  readonly memory: { readonly buffer: ArrayBuffer };

  readonly stepBuild: (effort: number) => number;
  readonly beginFinish: () => number;
  readonly finishNodes: (first: number, end: number) => void;

  readonly setTree: (nodes: number, blocks: number) => void;
  readonly reserveStack: (levels: number) => number;
  readonly setBounds: (lowX: number, lowY: number, lowZ: number, highX: number, highY: number, highZ: number) => number;
  readonly setExact: (exact: number) => void;
  readonly reserveAnswer: () => number;
  readonly answer: Word;
  readonly castRay: (
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    far: number,
    mode: number,
    cull: number,
    start: number,
  ) => number;
  readonly touchSphere: (x: number, y: number, z: number, radius: number, isAny: number) => number;
  readonly reserveClosest: () => number;
  readonly findClosest: (x: number, y: number, z: number, within: number, bound: number) => number;

  readonly reserveSolid: () => number;
  readonly solid: Word;
  readonly touchBox: (directions: number, isSolid: number, isAny: number) => number;

  readonly setSideA: (nodes: number, blocks: number, positions: number, indices: number, frame: number) => void;
  readonly setSideB: (nodes: number, blocks: number, positions: number, indices: number, frame: number) => void;
  readonly reservePair: (levels: number) => number;
  readonly placement: Word;
  readonly setPlacement: (directions: number, placedError: number, longest: number, growth: number, padding: number) => void;
  readonly beginPairs: (stopsAtFirst: number, max: number) => void;
  readonly stepPairs: (effort: number) => number;
  readonly waitingPart: () => number;
  readonly sortPairs: (byA: number, digit: number) => number;
  readonly beginNearest: (x: number, y: number, z: number, areFacesSquare: number) => void;
  readonly stepNearest: (effort: number) => number;
  readonly nearestNodePairs: Word;
  readonly nearestTrianglePairs: Word;
  readonly hits: Word;
  readonly hitCount: Word;
  readonly setMoved: (vertices: number, count: number, used: number, bounds: number) => void;
  readonly beginBounds: () => void;
  readonly boundMoved: (first: number, end: number) => number;
  readonly areMovedF32: () => number;
  readonly beginRefit: (leaves: number, inner: number, x: number, y: number, z: number, scale: number, minExtent: number) => void;
  readonly refitBoxes: (leaves: number, inner: number) => void;
  readonly beginRefitWide: () => number;
  readonly refitWide: (blocks: number, first: number, inner: number) => void;
  readonly isRefitExact: () => number;
  readonly longestSide: Word;

  readonly reserveLive: (triangles: number) => number;
  readonly reserveStar: () => number;
  readonly findStars: (first: number, end: number) => number;
  readonly releaseStar: () => void;
  readonly setCurve: (x: number, y: number, z: number, cellsX: number, cellsY: number, cellsZ: number) => void;
  readonly makeLevels: () => number;
  readonly reserveSelfPairs: () => number;
  readonly beginSelf: (within: number, distance: number, questions: number) => void;
  readonly stepSelf: (effort: number) => number;
  readonly selfWaiting: () => number;
  readonly selfPairs: Word;
  /** A u64. */
  readonly boxPairs: { readonly value: bigint };

  readonly reserveTables: (triangles: number, beside: number) => number;
  readonly welded: Word;
  readonly corners: Word;
  readonly states: Word;
  readonly flats: Word;
  readonly edgeVertices: Word;
  readonly edgeFirst: Word;
  readonly edgeSides: Word;
  readonly sideEdges: Word;
  readonly aroundFirst: Word;
  readonly around: Word;
  readonly componentOf: Word;
  readonly figures: Word;
  readonly simple: Word;
  readonly used: Word;
  readonly withArea: Word;
  readonly longestEdges: Word;
  readonly heights: Word;
  readonly nearPoints: Word;
  readonly pieceOf: Word;
  readonly turned: Word;
  readonly pieceFlags: Word;
  readonly weld: () => number;
  readonly makeEdges: () => number;
  readonly findComponents: () => number;
  readonly findPieces: (edges: number) => number;
  readonly markFlat: () => number;
  readonly countRest: () => number;
  readonly measureForms: () => void;
  readonly middleEdge: () => number;
  readonly findNearPoints: (near: number, x: number, y: number, z: number, perUnit: number) => number;
  readonly sumVertices: () => void;
  readonly measure: (x: number, y: number, z: number) => number;
  readonly boundTriangles: () => void;
  readonly integrate: (x: number, y: number, z: number) => void;

  readonly found: Word;
}

/** What `assembly/shared.ts` exports. */
export interface SharedExports extends BuilderExports {
  readonly memory: { readonly buffer: SharedArrayBuffer };
  readonly reserveTasks: (triangles: number) => number;
  readonly setWritten: (count: number) => void;
  readonly runs: Word;
  readonly runCount: Word;
  readonly claimed: (phase: number) => number;
  readonly tasksOf: (phase: number) => number;
  readonly takeTask: (phase: number) => number;
  readonly endPhase: (phase: number) => void;
  readonly stepTop: (effort: number) => number;
  readonly joinItems: () => number;
  readonly settleItems: () => void;
  readonly settledNodes: Word;
  readonly settledBlocks: Word;
  readonly settledEntries: Word;
}
