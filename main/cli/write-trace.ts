import { resolve } from 'node:path';
import type { Transform } from '#core/math';
import type { TriangleMesh } from '#core/mesh';
import { createSeparator, pairRow, separationAt, tracePair, type TreedMesh } from '#core/pair';
import type { FilterOptions, SweepOptions } from '#core/options';
import { traceFilter, traceQuery, traceRow, type Trace, type TraceQuery } from '#core/query';
import { type MotionRequest, type MotionSettings, motionSeparations, type ShapeSweep, traceMotion, traceSweep } from '#core/sweep';
import { openTree, type Tree } from '#core/tree';
import { writeAtomically } from '../documents/write-atomically.ts';
import { counted, printable } from '../terminal/columns.ts';
import type { CliContext } from './context.ts';
import { sweepFilter } from './sweep-report.ts';

/** Steps that a file has at most: some 40 MB of text. */
const maxSteps = 100_000;

/** Runs a query again as a traced walk, with its filter, and writes its steps. A trace of `inside` has its parts in the query. */
export async function writeQueryTrace(
  context: CliContext,
  out: string,
  { file, mesh, tree: bytes }: { readonly file: string; readonly mesh: TriangleMesh; readonly tree: ArrayBuffer | SharedArrayBuffer },
  query: Exclude<TraceQuery, { readonly kind: 'shape' }>,
  filter: FilterOptions | null,
): Promise<void> {
  const tree = openTree(bytes);
  const accepts = filter === null || query.kind === 'inside' ? null : traceFilter(mesh, query, filter);
  const trace = traceQuery(tree, mesh, query, maxSteps, accepts);
  const verb = query.kind === 'overlap' ? query.shape.kind : query.kind === 'nearest' ? 'closest' : query.kind;
  const head = { query: verb, files: [file], kinds: [tree.kind], input: { ...inputOf(query), ...filter } };
  await writeTrace(context, out, head, trace, (step) => traceRow(trace, tree, query.kind, step));
}

/** Runs a sweep again as a traced walk, with its filter, and writes its steps. */
export async function writeSweepTrace(
  context: CliContext,
  out: string,
  { file, mesh, tree: bytes }: { readonly file: string; readonly mesh: TriangleMesh; readonly tree: ArrayBufferLike },
  sweep: ShapeSweep,
  options: SweepOptions,
  filter: FilterOptions,
): Promise<void> {
  const tree = openTree(bytes);
  const trace = traceSweep(tree, mesh, sweep, options, maxSteps, sweepFilter(mesh, sweep, filter));
  const head = { query: 'sweep', files: [file], kinds: [tree.kind], input: { ...sweep, ...options, ...filter } };
  await writeTrace(context, out, head, trace, (step) => traceRow(trace, tree, 'sweep', step));
}

/** Runs a query of all intersecting pairs again as a traced walk, and writes its steps. */
export async function writePairTrace(
  context: CliContext,
  out: string,
  files: readonly [string, string],
  a: TreedMesh,
  b: TreedMesh,
  aFromB: Transform,
): Promise<void> {
  const trace = tracePair(a, b, aFromB, 'pairs', maxSteps);
  const separator = createSeparator(a.tree, b.tree, aFromB);
  const kindOf = ({ kind }: Tree): string => kind;
  const head = { query: 'pairs', files, kinds: [kindOf(a.tree), kindOf(b.tree)], input: { aFromB } };
  await writeTrace(context, out, head, trace, (step) => pairRow(trace, 'pairs', step, separationAt(trace, separator, 'pairs', step)));
}

/** Runs the search of a motion again as a traced walk, and writes its steps. */
export async function writeMotionTrace(
  context: CliContext,
  out: string,
  files: readonly [string, string],
  a: TreedMesh,
  b: TreedMesh,
  request: MotionRequest,
  settings: Omit<MotionSettings, 'withProof'>,
): Promise<void> {
  const trace = traceMotion(a, b, request, settings, maxSteps);
  const separations = motionSeparations(a, b, request, settings, trace);
  const head = { query: 'motion', files, kinds: [a.tree.kind, b.tree.kind], input: { ...request, ...settings } };
  await writeTrace(context, out, head, trace, (step) => pairRow(trace, 'motion', step, separations(step)));
}

function inputOf({ kind: _, ...input }: TraceQuery): object {
  return input;
}

/** Writes one step on each line, and the note on a limit that was reached. */
async function writeTrace(
  { err, signal }: CliContext,
  out: string,
  head: object,
  trace: Trace,
  rowAt: (step: number) => unknown,
): Promise<void> {
  const isCut = trace.count < trace.total;
  const note = isCut ? `The trace has the first ${counted(trace.count)} of ${counted(trace.total)} steps.` : null;
  const { stats, isStopped, result, count, total } = trace;
  const facts = {
    version: 1,
    ...head,
    engine: 'javascript',
    stats,
    isStopped,
    result: [...result],
    steps: total,
    recordedSteps: count,
    note,
  };
  const lines = [JSON.stringify(facts).slice(0, -1), ',"trace":['];
  for (let step = 0; step < count; step++) lines.push(`${JSON.stringify(rowAt(step))}${step + 1 < count ? ',' : ''}`);
  lines.push(']}', '');
  await writeAtomically(resolve(out), new TextEncoder().encode(lines.join('\n')), { approve: () => Promise.resolve(true), signal });
  if (note !== null) err(`${printable(out)}: ${note}\n`);
}
