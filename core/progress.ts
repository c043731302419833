/**
 * Long work calls this regularly with the finished fraction of the phase (0..1). It throws `InspectorError` with code `cancelled` to cancel
 * the work.
 */
export type Progress = (fraction: number) => void;

/** No progress and no cancellation. */
export const noProgress: Progress = () => {};
