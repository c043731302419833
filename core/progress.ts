/**
 * Long work calls this regularly with the finished fraction of the phase (0..1). What it throws cancels the work, and is thrown by that. Inside the product
 * it is an `InspectorError` with code `cancelled`.
 */
export type Progress = (fraction: number) => void;

/** No progress and no cancellation. */
export const noProgress: Progress = () => {};
