import { expect } from 'vitest';
import { checkHealth, type HealthFinding } from '#core/health/report/check-health';
import type { HealthCode } from '#core/health/health-check';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { healthOptions, type HealthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';

export function findingCodes(mesh: TriangleMesh, options: Partial<HealthOptions> = {}): readonly HealthCode[] {
  return checkHealth(mesh, { ...defaultValues(healthOptions), ...options }).findings.map(({ code }) => code);
}

/** The one finding with this code; fails where there is none. */
export function finding(mesh: TriangleMesh, code: HealthCode, options: Partial<HealthOptions> = {}): HealthFinding {
  const { findings } = checkHealth(mesh, { ...defaultValues(healthOptions), ...options });
  const found = findings.find((other) => other.code === code);
  return found ?? expect.fail(`no ${code} among ${findings.map((other) => other.code).join(', ')}`);
}
