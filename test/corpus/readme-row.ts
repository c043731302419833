import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { isFullRun } from '../fixtures/scale.ts';

/** Checks that the table of targets in the README has what a short run of a suite counted; full runs have more. */
export function expectReadmeRow(target: string, { rays, sweeps = 0 }: { readonly rays: number; readonly sweeps?: number }): void {
  if (isFullRun) return;
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const row = readme.split('\n').find((line) => line.startsWith(`| ${target}`));
  const number = (count: number): string => (count === 0 ? '–' : count.toLocaleString('en'));
  expect(row).toContain(`| ${number(rays)} | ${number(sweeps)} |`);
}
