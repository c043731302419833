import { InspectorError } from '../../error.ts';
import { isRecord, type JsonRecord, parseRecord } from '../../json-record.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { checkValues } from '../../options/option.ts';
import { walkOptions } from '../../options/walk-options.ts';
import type { Walk, WalkBody, WalkInput } from './walk-request.ts';

const format = 'boxwood-walk';

/** Returns the text of a walk file: JSON with one input on each line (`walk-file.schema.json`). */
export function walkText({ body, start, settings, inputs }: Walk): string {
  const head = JSON.stringify({ format, version: 1, body, start, settings }, null, 2);
  return `${head.slice(0, -2)},\n  "inputs": [${inputs.map((input) => `\n    ${JSON.stringify(input)}`).join(',')}\n  ]\n}\n`;
}

/**
 * Parses a walk file. Settings that it leaves out have their defaults.
 * @throws InspectorError `invalid-bytes` for text that is not JSON, or not a walk, with the field; `invalid-argument` for settings out of
 * range.
 */
export function parseWalk(text: string): Walk {
  const value = parseRecord(text);
  if (typeof value === 'string') throw refused(value);
  const { format: found, version, body, start, settings = {}, inputs } = value;
  need('format', found === format);
  need('version', version === 1);
  needFields('', value, ['format', 'version', 'body', 'start', 'settings', 'inputs']);
  if (!isBody(body)) throw refused('"body" is missing or not valid');
  if (!isVector(start)) throw refused('"start" is missing or not valid');
  if (!isRecord(settings)) throw refused('"settings" is not an object');
  if (!Array.isArray(inputs)) throw refused('"inputs" is missing or not valid');
  inputs.forEach((input, i) => checkInput(input, `inputs[${i}]`));
  return { body, start, settings: checkValues(walkOptions, settings, (name) => `"settings.${name}"`), inputs: inputs as WalkInput[] };
}

function isBody(body: unknown): body is WalkBody {
  if (!isRecord(body) || !Number.isFinite(body['radius'])) return false;
  if (body['shape'] === 'sphere') return firstUnknown(body, ['shape', 'radius']) === null;
  return body['shape'] === 'capsule' && Number.isFinite(body['height']) && firstUnknown(body, ['shape', 'radius', 'height']) === null;
}

function checkInput(input: unknown, at: string): void {
  if (!isRecord(input)) throw refused(`"${at}" is not an object`);
  const { move, jump = false, look, steps = 1 } = input;
  needFields(`${at}.`, input, ['move', 'jump', 'look', 'steps']);
  need(`${at}.move`, isVector(move));
  need(`${at}.jump`, typeof jump === 'boolean');
  need(`${at}.look`, look === undefined || isVector(look));
  need(`${at}.steps`, Number.isInteger(steps) && (steps as number) >= 1);
}

function isVector(value: unknown): value is Vec3 {
  return Array.isArray(value) && value.length === 3 && value.every(Number.isFinite);
}

function need(field: string, isValid: boolean): void {
  if (!isValid) throw refused(`"${field}" is missing or not valid`);
}

function needFields(at: string, value: JsonRecord, known: readonly string[]): void {
  const unknown = firstUnknown(value, known);
  if (unknown !== null) throw refused(`"${at}${unknown}" is unknown`);
}

/** Returns the first field that is not known; `null` if all are. */
function firstUnknown(value: JsonRecord, known: readonly string[]): string | null {
  return Object.keys(value).find((name) => !known.includes(name)) ?? null;
}

function refused(why: string): InspectorError {
  return new InspectorError({
    code: 'invalid-bytes',
    message: `This is not a walk: ${why}`,
    fix: 'Compare it with walk-file.schema.json, or record it again',
    location: {},
  });
}
