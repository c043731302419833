import { Command } from 'commander';
import { type ConvexPairResult, judgeMethods, withMargin } from '#core/convex';
import { convexPairOptions, pairImportOptions } from '#core/options';
import { meshFileWords } from './file-words.ts';
import { many, measured, printable, vector } from '../terminal/columns.ts';
import type { CliContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { withMeshWork } from './mesh-work.ts';
import { type NonFiniteOfPair, nonFiniteOfPair, nonFinitePairText } from './non-finite.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { readPairOptions } from './read-pair-options.ts';
import { addTransformFlags, readTransform, type TransformFlags } from './transform-flags.ts';

interface Flags extends TransformFlags {
  readonly json?: true;
}

export function queryConvexCommand(context: CliContext): Command {
  const command = addTransformFlags(
    new Command('convex')
      .description(
        'Test two convex hulls: separating axis, GJK and EPA, and the projection test of HABR-SAT, which can report false overlaps',
      )
      .argument('<a>', meshFileWords)
      .argument('<b>', 'Second mesh, transformed into the space of A: scale, rotation, translation'),
  );
  return addOptionFlags(addOptionFlags(command, convexPairOptions), pairImportOptions)
    .option('--json', 'Print one JSON document (schema: query-convex.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nExample:\n  boxwood query convex crate.obj barrel.obj --translate 0.5,0,0')
    .action(async (fileA: string, fileB: string, flags: Flags) => {
      const aFromB = readTransform(flags);
      const reading = readPairOptions(flags);
      const { margin } = readOptionFlags(convexPairOptions, { ...flags });
      const report = await withMeshWork(context, async ({ readBody, run }) => {
        const a = await readBody(fileA, reading.a);
        const b = await readBody(fileB, reading.b);
        const request = { kind: 'convex-pair', meshA: a.imported.mesh, meshB: b.imported.mesh, aFromB } as const;
        const { result, verticesA, verticesB, milliseconds } = await run(`${fileA} and ${fileB}`, 'testing', request);
        return convexReport(
          { fileA: a.file, fileB: b.file, ...nonFiniteOfPair(a, b), verticesA, verticesB, aFromB, margin },
          result,
          milliseconds,
        );
      });
      context.out(flags.json ? jsonText(report) : convexText(report));
    });
}

interface ReportedHulls extends NonFiniteOfPair {
  readonly fileA: string;
  readonly fileB: string;
  readonly verticesA: number;
  readonly verticesB: number;
  readonly aFromB: readonly number[];
  readonly margin: number;
}

type ConvexReport = ReturnType<typeof convexReport>;

function convexReport({ aFromB, margin, ...reported }: ReportedHulls, result: ConvexPairResult, milliseconds: number) {
  const { overlap, isExact, bound, sat, gjk, article, disagreement } = result;
  return {
    ...reported,
    transform: aFromB,
    overlap,
    exact: isExact,
    bound,
    sat,
    gjk,
    margin: margin === 0 ? null : marginReport(result, margin),
    article: article === null ? null : articleReport(article),
    disagreement,
    right: judgeMethods(result).right,
    timings: { milliseconds },
  };
}

function marginReport(result: ConvexPairResult, radius: number) {
  const { isShallow, ...report } = withMargin(result, radius);
  return { ...report, shallow: isShallow };
}

function articleReport({ overlap, axis, gap, planesTested, isLimited, shadows, equalAngles }: NonNullable<ConvexPairResult['article']>) {
  const { normal, u, v, origin, outlineA, outlineB } = shadows;
  const pointsOf = (outline: Float64Array): readonly (readonly [number, number])[] =>
    Array.from({ length: outline.length / 2 }, (_, i) => [outline[2 * i]!, outline[2 * i + 1]!] as const);
  return {
    overlap,
    axis,
    depth: Math.max(0, -gap),
    gap: Math.max(0, gap),
    planesTested,
    limited: isLimited,
    equalAngles,
    plane: { normal, u, v, origin, outlineA: pointsOf(outlineA), outlineB: pointsOf(outlineB) },
  };
}

function convexText(report: ConvexReport): string {
  const { fileA, fileB, verticesA, verticesB, overlap, sat, gjk, article, disagreement, right, margin } = report;
  return [
    `The convex hulls of ${printable(fileA)} and ${printable(fileB)} ${overlap ? 'overlap' : 'are apart'}\n`,
    `  hulls             ${many(verticesA, 'vertex', 'vertices')} and ${many(verticesB, 'vertex', 'vertices')}\n`,
    nonFinitePairText(report),
    `  ${overlap ? 'min overlap axis' : 'separating axis '}  ${vector(sat.axis)} (${featureText(sat.feature)}); ${many(sat.axesTested, 'axis', 'axes')} tested\n`,
    overlap ? `  push-out of B     ${vector(sat.pushOut)}, depth ${measured(sat.depth)}\n` : `  gap on the axis   ${measured(sat.gap)}\n`,
    overlap ? `  EPA               depth ${measured(gjk.depth)}\n` : `  GJK               distance ${measured(gjk.distance)}\n`,
    `  points            ${vector(gjk.witness.a)} of A and ${vector(gjk.witness.b)} of B\n`,
    margin === null
      ? ''
      : `  with margin       ${margin.overlap ? `depth ${measured(margin.depth)}${margin.shallow ? ', only the margins overlap' : ''}` : `distance ${measured(margin.distance)}`}\n`,
    article === null ? '' : `  article           ${articleText(article, overlap)}\n`,
    disagreement === 0
      ? ''
      : `  The methods differ by ${measured(disagreement)}, more than rounding explains; ${right === 'sat' ? 'the separating axis' : overlap ? 'EPA' : 'GJK'} is right\n`,
  ].join('');
}

function featureText(feature: ConvexPairResult['sat']['feature']): string {
  switch (feature.kind) {
    case 'faceA':
      return `face ${feature.index} of A`;
    case 'faceB':
      return `face ${feature.index} of B`;
    case 'edges':
      return `edge ${feature.a} of A and edge ${feature.b} of B`;
    case 'spheres':
      return 'bounding spheres';
    case 'nearest':
      return 'nearest points';
  }
}

function articleText({ overlap, planesTested }: NonNullable<ConvexReport['article']>, isTrue: boolean): string {
  const verdict = overlap ? 'the projections overlap' : 'the projections are apart';
  const planes = planesTested === 1 ? 'the only plane' : `${overlap ? 'all' : 'one of'} ${many(planesTested, 'plane')}`;
  return `${verdict} on ${planes}${overlap && !isTrue ? ': a false collision' : ''}`;
}
