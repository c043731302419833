import { InspectorError } from '../../error.ts';
import { findingCodes, type FindingCode, type Severity } from '../../finding.ts';
import type { CheckOptions } from '../../options/check-options.ts';
import { healthOptions, type HealthOptions } from '../../options/health-options.ts';
import { checkValues, withoutFormerNames } from '../../options/option.ts';
import { healthCodes, type HealthCode } from '../health-check.ts';

/** What a project allows its meshes, as `resources/schemas/budget.schema.json` describes the file. */
export interface Budget {
  /** How many a finding with this code may count; `any` sets no limit. */
  readonly allow: Readonly<Partial<Record<FindingCode | HealthCode, Allowance>>>;
  /** How many a finding may count whose code is not named. */
  readonly allowSeverity: Readonly<Record<Severity, Allowance>>;
  /** Thresholds of the checks, in place of the defaults. */
  readonly options: Partial<HealthOptions>;
}

export type Allowance = number | 'any';

/** Of a finding, what a budget goes by. */
export interface Spent {
  readonly code: FindingCode | HealthCode;
  readonly severity: Severity;
  readonly count: number;
  /** Whether there may be more. */
  readonly isAtLeast: boolean;
}

/** What of one code is beyond a budget. */
export interface OverBudget {
  readonly code: FindingCode | HealthCode;
  readonly count: number;
  readonly allowed: number;
}

/** Errors and warnings are not allowed unless they are named; what a person should only know is. */
const usualSeverities: Budget['allowSeverity'] = { error: 0, warning: 0, info: 'any' };

/** The budget of who has none: nothing as severe as this, `null` for `nothing`. */
export function budgetFor(failOn: CheckOptions['failOn']): Budget | null {
  if (failOn === 'nothing') return null;
  const allowSeverity: Budget['allowSeverity'] = { error: 0, warning: failOn === 'error' ? 'any' : 0, info: failOn === 'info' ? 0 : 'any' };
  return { allow: {}, allowSeverity, options: {} };
}

const version = 1;

/**
 * What is beyond a budget, one entry a code, in the order of the findings. What an import tells in several findings counts
 * together, by code where the budget names it, else by severity. A search that ended at its limit is within `any` only.
 */
export function overBudget({ allow, allowSeverity }: Budget, findings: readonly Spent[]): readonly OverBudget[] {
  const spent = new Map<string, { readonly code: OverBudget['code']; readonly allowed: Allowance; count: number; isAtLeast: boolean }>();
  for (const { code, severity, count, isAtLeast } of findings) {
    const named = allow[code];
    const key = named === undefined ? `${code} ${severity}` : code;
    const entry = spent.get(key);
    if (entry === undefined) spent.set(key, { code, allowed: named ?? allowSeverity[severity], count, isAtLeast });
    else {
      entry.count += count;
      entry.isAtLeast ||= isAtLeast;
    }
  }
  return [...spent.values()].flatMap(({ code, allowed, count, isAtLeast }) => {
    return allowed === 'any' || (count <= allowed && !isAtLeast) ? [] : [{ code, count, allowed }];
  });
}

/**
 * Reads the text of a budget file.
 * @throws InspectorError `malformed` with the JSON pointer of what is wrong.
 */
export function parseBudget(text: string): Budget {
  const root = objectAt(parseJson(text), '');
  if (root['budget'] !== version) throw malformed('/budget', `The version of the budget is not ${version}`, `Write "budget": ${version}`);
  refuseUnknown(root, ['$schema', 'budget', 'allow', 'allowSeverity', 'options'], '');
  const allow = objectAt(root['allow'] ?? {}, '/allow');
  refuseUnknown(allow, [...new Set([...findingCodes, ...healthCodes])], '/allow');
  const allowSeverity = objectAt(root['allowSeverity'] ?? {}, '/allowSeverity');
  refuseUnknown(allowSeverity, Object.keys(usualSeverities), '/allowSeverity');
  const options = objectAt(root['options'] ?? {}, '/options');
  return {
    allow: allowancesAt(allow, '/allow'),
    allowSeverity: { ...usualSeverities, ...allowancesAt(allowSeverity, '/allowSeverity') },
    options: optionsAt(options),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('', 'The budget is not JSON', 'Correct the text; see resources/schemas/budget.schema.json');
  }
}

type JsonObject = Readonly<Record<string, unknown>>;

function objectAt(value: unknown, pointer: string): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject; // Of its values nothing is taken on trust.
  throw malformed(pointer, 'There should be an object here', 'See resources/schemas/budget.schema.json');
}

function refuseUnknown(object: JsonObject, known: readonly string[], pointer: string): void {
  const unknown = Object.keys(object).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw malformed(`${pointer}/${unknown}`, `There is no "${unknown}" in a budget`, `Known here: ${known.join(', ')}`);
}

function allowancesAt(object: JsonObject, pointer: string): Readonly<Record<string, Allowance>> {
  const allowances: Record<string, Allowance> = {};
  for (const [name, value] of Object.entries(object)) {
    if (value !== 'any' && !(Number.isInteger(value) && (value as number) >= 0)) {
      throw malformed(`${pointer}/${name}`, `${JSON.stringify(value)} is no allowance`, 'Give a whole number of 0 or more, or "any"');
    }
    allowances[name] = value as Allowance; // Just proven.
  }
  return allowances;
}

function optionsAt(options: JsonObject): Partial<HealthOptions> {
  try {
    const given = withoutFormerNames(healthOptions, options);
    const checked = checkValues(healthOptions, given);
    return Object.fromEntries(Object.entries(checked).filter(([name]) => Object.hasOwn(given, name)));
  } catch (thrown) {
    if (thrown instanceof InspectorError) throw malformed('/options', thrown.message, thrown.fix);
    throw thrown;
  }
}

function malformed(pointer: string, message: string, fix: string): InspectorError {
  return new InspectorError({ code: 'malformed', message, fix, location: { pointer } });
}
