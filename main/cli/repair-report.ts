import type { BakeFormat } from '#core/bake';
import type { RepairReport } from '#core/job';
import type { WrittenBake } from './write-bake.ts';

/** The file to write. */
export interface RepairTarget {
  readonly out: string;
  readonly format: BakeFormat;
}

export type RepairFileReport = ReturnType<typeof repairFileReport>;

/** Returns the report of `boxwood repair`, as `--json` prints it. Without a target no file was written. */
export function repairFileReport(file: string, target: RepairTarget | null, written: WrittenBake | null, report: RepairReport) {
  const { steps, triangles, vertices, findings, raised, milliseconds } = report;
  return {
    file,
    out: target?.out ?? null,
    format: target?.format.name ?? null,
    bytes: written?.bytes ?? null,
    verified: written?.verified ?? null,
    problems: written?.verification?.problems ?? [],
    notes: written?.notes ?? [],
    changes: steps,
    triangles,
    vertices,
    findings,
    raised,
    timings: { repairMilliseconds: milliseconds },
  };
}
