import { Command } from 'commander';
import type { Vec3 } from '#core/math';
import { type PolygonHit, segmentPolygon } from '#core/query';
import { measured, vector } from '../terminal/columns.ts';
import type { CliContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { neededText } from './needed-flag.ts';
import { readSegment } from './query-segment.ts';
import { readVector } from './read-numbers.ts';

export function queryPolygonCommand(context: CliContext): Command {
  return new Command('polygon')
    .description('Intersect a segment with a polygon, without a mesh')
    .option('--points <x,y,z;…>', 'Points of the polygon in order, separated by semicolons (required)')
    .option('--from <x,y,z>', 'First end of the segment (required)')
    .option('--to <x,y,z>', 'Last end of the segment (required)')
    .option('--json', 'Print one JSON document (schema: query-polygon.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nExample:\n  boxwood query polygon --points "0,0,0;4,0,0;4,4,0;1,1,0" --from 2,1,5 --to 2,1,-5')
    .action((flags: Readonly<Record<string, unknown>>) => {
      const points = readPoints(neededText(flags, 'points', 'Give the points in order, such as --points "0,0,0;1,0,0;0,1,0"'));
      const segment = readSegment(flags);
      const report = { points, segment, ...segmentPolygon(points, segment) };
      context.out(flags['json'] === true ? jsonText(report) : polygonText(report));
    });
}

function readPoints(text: string): readonly Vec3[] {
  return text
    .split(';')
    .filter((point) => point.trim() !== '')
    .map((point) => readVector('--points', point));
}

function polygonText({ plane, point, inside, insideByAngles }: PolygonHit): string {
  if (plane === null) return 'The polygon has no area, and so no plane\n';
  const where = `  plane normal ${vector(plane.normal)}, offset ${measured(plane.offset)}\n`;
  if (point === null) return `no point: the segment does not cross the plane\n${where}`;
  const said = (value: boolean | null): string => (value === true ? 'inside' : 'outside');
  return `${said(inside)} at ${vector(point)}\n${where}  by the sum of angles: ${said(insideByAngles)}\n`;
}
