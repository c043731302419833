/**
 * Called now and then by long work with the finished fraction of the phase (0..1).
 * It throws `InspectorError` with code `cancelled` when the work is no longer wanted, so it is also the place where work stops.
 */
export type Progress = (fraction: number) => void;

/** For callers that want neither. */
export const noProgress: Progress = () => {};
