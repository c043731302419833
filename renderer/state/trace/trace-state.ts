/** What the query debugger can record. `closest` and `box` use the centre and the extent of the sphere. */
export const traceNames = ['ray', 'sphere', 'closest', 'box', 'probe', 'pairs', 'distance', 'motion'] as const;
export type TraceName = (typeof traceNames)[number];

export const traceTitles: Readonly<Record<TraceName, { readonly title: string; readonly meaning: string }>> = {
  ray: { title: 'Ray', meaning: 'The ray of the ray tool.' },
  sphere: { title: 'Sphere', meaning: 'The triangles that overlap the sphere of the sphere tool.' },
  closest: { title: 'Closest point', meaning: 'The point of the mesh that is closest to the centre of the sphere.' },
  box: { title: 'Box', meaning: 'The triangles that overlap the box around the sphere.' },
  probe: { title: 'Probe', meaning: 'The shape of the probe tool.' },
  pairs: { title: 'Pair', meaning: 'All pairs of triangles of the fixed mesh and the moving mesh that intersect.' },
  distance: { title: 'Distance', meaning: 'The distance of the fixed mesh and the moving mesh.' },
  motion: { title: 'Motion', meaning: 'The search for the first contact of the moving mesh during its motion.' },
};

/** The replay of a trace; never an undo step. */
export interface TraceState {
  /** What is recorded; `null` while the query debugger is off. */
  readonly query: TraceName | null;
  /** Number of steps that are done; `Infinity` for all, also when the query changes. */
  readonly done: number;
  readonly isPlaying: boolean;
  /** Steps per second. */
  readonly speed: number;
}

export const noTrace: TraceState = { query: null, done: Infinity, isPlaying: false, speed: 10 };

/** Speeds that can be chosen, in steps per second. */
export const traceSpeeds = [2, 10, 50, 250] as const;
