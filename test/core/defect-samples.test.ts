import { describe, expect, test } from 'vitest';
import { checkHealth } from '#core/health/report/check-health';
import { repairMesh } from '#core/health/repair/repair-mesh';
import { healthChecks } from '#core/health/health-checks';
import { importMesh } from '#core/import/import-mesh';
import { meshBounds } from '#core/mesh/bounds';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import { noProgress } from '#core/progress';
import { givenRepairs, repairForm } from '../../renderer/state/repair/repair-form.ts';
import { repairFor } from '../../renderer/state/repair/repair-for.ts';
import { defectSamples } from '../fixtures/defect-samples.ts';

const health = defaultValues(healthOptions);
const samples = defectSamples();

test('there is a sample for each finding that a repair fixes, except budgets', () => {
  const shown = new Set(samples.flatMap(({ findings }) => findings));
  const missing = healthChecks.filter(({ code }) => repairFor(code) !== null && !shown.has(code)).map(({ code }) => code);
  expect(missing).toEqual(['vertex-budget', 'triangle-budget']);
  expect(new Set(samples.map(({ name }) => name)).size).toBe(samples.length);
});

describe.each(samples)('the sample $name', ({ file, bytes, lesson, findings, left = [] }) => {
  const read = () => importMesh(bytes, { fileName: file, progress: noProgress, readSideFile: async () => null });

  test('shows exactly its findings', async () => {
    const { mesh, findings: imported } = await read();
    expect(codesOf([...imported, ...checkHealth(mesh, health).findings])).toEqual(findings.toSorted());
    expect(findings[0]).toBe(lesson.finding);
  });

  test('is repaired by what its lesson recommends, with the values that the form begins with', async () => {
    const { mesh } = await read();
    if (lesson.repairs === null) {
      expect(repairFor(lesson.finding)).toBeNull();
      return;
    }
    const { min, max } = meshBounds(mesh)!;
    const form = repairForm(mesh, Math.hypot(...max.map((value, k) => value - min[k]!)), lesson.repairs, {
      finding: lesson.finding,
      ...(lesson.values === undefined ? {} : { values: lesson.values }),
    });
    const { after } = await repairMesh(mesh, givenRepairs(form), health);
    expect(codesOf(after.findings)).toEqual(left.toSorted());
  });
});

function codesOf(findings: readonly { readonly code: string }[]): string[] {
  return [...new Set(findings.map(({ code }) => code))].toSorted();
}
