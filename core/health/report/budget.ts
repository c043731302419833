import { InspectorError } from '../../error.ts';
import { findingCodes, type FindingCode, type Severity } from '../../finding.ts';
import type { CheckOptions } from '../../options/check-options.ts';
import { healthOptions, type HealthOptions } from '../../options/health-options.ts';
import { checkValues, withoutFormerNames } from '../../options/option.ts';
import { healthCodes, type HealthCode } from '../health-check.ts';

/** The findings that a project allows; `resources/schemas/budget.schema.json` describes the file. */
export interface Budget {
  /** Max count of a finding by its code; `any` sets no limit. */
  readonly allow: Readonly<Partial<Record<FindingCode | HealthCode, Allowance>>>;
  /** Max count of other findings by their severity. */
  readonly allowSeverity: Readonly<Record<Severity, Allowance>>;
  /** Options of the checks, in place of the defaults. */
  readonly options: Partial<HealthOptions>;
}

export type Allowance = number | 'any';

/** The members of a finding that a budget limits. */
export interface Spent {
  readonly code: FindingCode | HealthCode;
  readonly severity: Severity;
  readonly count: number;
  /** Whether `count` is a lower bound. */
  readonly isAtLeast: boolean;
}

/** A code that is over the budget. */
export interface OverBudget {
  readonly code: FindingCode | HealthCode;
  readonly count: number;
  readonly allowed: number;
}

/** By default errors and warnings are not allowed, infos are. */
const usualSeverities: Budget['allowSeverity'] = { error: 0, warning: 0, info: 'any' };

/** Returns the budget for the option `failOn`; `null` for `nothing`. */
export function budgetFor(failOn: CheckOptions['failOn']): Budget | null {
  if (failOn === 'nothing') return null;
  const allowSeverity: Budget['allowSeverity'] = { error: 0, warning: failOn === 'error' ? 'any' : 0, info: failOn === 'info' ? 0 : 'any' };
  return { allow: {}, allowSeverity, options: {} };
}

const version = 1;

/**
 * Returns the codes over a budget, one entry each, in the order of the findings. Several import findings with one code count together: by
 * code if the budget names it, else by code and severity. A lower bound is only within `any`.
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
 * @throws InspectorError `malformed` with the JSON pointer of the error.
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
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject; // Its values are checked.
  throw malformed(pointer, 'Expected an object', 'See resources/schemas/budget.schema.json');
}

function refuseUnknown(object: JsonObject, known: readonly string[], pointer: string): void {
  const unknown = Object.keys(object).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw malformed(`${pointer}/${unknown}`, `Unknown member "${unknown}" in a budget`, `Known here: ${known.join(', ')}`);
}

function allowancesAt(object: JsonObject, pointer: string): Readonly<Record<string, Allowance>> {
  const allowances: Record<string, Allowance> = {};
  for (const [name, value] of Object.entries(object)) {
    if (value !== 'any' && !(Number.isInteger(value) && (value as number) >= 0)) {
      throw malformed(`${pointer}/${name}`, `${JSON.stringify(value)} is not a valid limit`, 'Use a whole number of 0 or more, or "any"');
    }
    allowances[name] = value as Allowance; // Checked above.
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
