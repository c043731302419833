import type { Progress } from '../progress.ts';

/** Reports progress by the bytes read, about every 256 KiB. A cancelled import stops there. */
export interface ByteProgress {
  readonly progress: Progress;
  readonly total: number;
  next: number;
}

const step = 256 * 1024;

export function byteProgress(progress: Progress, total: number): ByteProgress {
  return { progress, total, next: 0 };
}

/**
 * Reports progress if the next step is reached. Cheap enough to call per line or element. Hot.
 * @throws InspectorError `cancelled`.
 */
export function reportBytes(report: ByteProgress, at: number): void {
  if (at < report.next) return;
  report.next = at + step;
  report.progress(Math.min(1, at / report.total));
}
