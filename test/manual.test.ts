import { flagOf } from '#core/options';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { engines } from '#core/engines/engines';
import { healthChecks } from '#core/health/health-checks';
import { repairs } from '#core/health/repair/repairs';
import { buildOptions } from '#core/options/build-options';
import { bakeFormatNames } from '#core/bake/bake-format';
import { bakeFormats } from '#core/bake/bake-formats';
import { bakeTargetNames, bakeTargets } from '#core/bake/targets/bake-targets';
import { exportOptions, exportPartOptions } from '#core/options/export-options';
import { healthOptions } from '#core/options/health-options';
import { repairOptions } from '#core/options/repair-options';
import { importOptions } from '#core/options/import-options';
import type { ChoiceOption } from '#core/options/option';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import type * as program from '../main/cli/program.ts';
import { type Figure, figures } from '../renderer/text/figures.ts';
import { apiPage } from './manual/api-page.ts';
import { licencesPage, shippedPackages } from './manual/licences-page.ts';
import { productFolder } from './main/product.ts';
import { optionTable } from './manual/option-table.ts';
import { expectRegion, row } from './manual/region.ts';

const manual = join(dirname(fileURLToPath(import.meta.url)), '../resources/manual');

test('the page of checks lists every check', () => {
  const rows = healthChecks.map(({ title, code, severity, meaning, fix }) => row(title, `\`${code}\``, severity, meaning, fix));
  expect(rows.length).toBeGreaterThan(30);
  expectRegion('checks.md', 'checks', [row('finding', 'code', 'severity', 'meaning', 'fix'), '|---|---|---|---|---|', ...rows].join('\n'));
});

test('the page of checks lists the rules of every engine', () => {
  const rows = Object.values(engines).flatMap(({ title, version, shape, rules }) =>
    rules.map((rule, i) => row(i === 0 ? `${title} ${version}` : '', i === 0 ? shape : '', rule.text, rule.source)),
  );
  expect(rows.length).toBeGreaterThan(10);
  expectRegion('checks.md', 'engines', [row('engine', 'usual shape', 'rule', 'source'), '|---|---|---|---|', ...rows].join('\n'));
});

test('the page of bakes lists every target with its limits', () => {
  const rows = bakeTargetNames.map((name) => {
    const { title, meaning, format, engine, limits } = bakeTargets[name];
    const listed = limits.map(({ of, max, source }) => `${of} ${max.toLocaleString('en')} (${source})`).join('; ');
    return row(`\`${name}\``, title, bakeFormats[format].title, meaning, engine === 'none' ? '' : engines[engine].title, listed);
  });
  expectRegion(
    'bakes.md',
    'targets',
    [row('target', 'for', 'format', 'what is written', 'compared with', 'limits'), '|---|---|---|---|---|---|', ...rows].join('\n'),
  );
});

test('the page of checks explains every option', () => {
  expectRegion('checks.md', 'options', optionTable(healthOptions, flagOf));
});

test('the page of repairs lists every repair and option', () => {
  const rows = repairs.map(({ title, meaning, options, clears }) =>
    row(title, options.map((name) => `\`${flagOf(name)}\``).join(', '), meaning, clears.map((code) => `\`${code}\``).join(', ')),
  );
  expect(rows.length).toBe(10);
  expectRegion(
    'repair.md',
    'repairs',
    [row('repair', 'flags', 'what it does', 'findings that it can clear'), '|---|---|---|---|', ...rows].join('\n'),
  );
  expectRegion('repair.md', 'options', optionTable(repairOptions, flagOf));
});

test('the page of exports explains every option and preset', () => {
  expectRegion('export.md', 'options', optionTable({ ...exportOptions, ...exportPartOptions }, flagOf));
  const formats = bakeFormatNames.map((name) =>
    row(bakeFormats[name].title, `\`${name}\``, `.${bakeFormats[name].extension}`, bakeFormats[name].keeps, bakeFormats[name].loses),
  );
  expectRegion(
    'export.md',
    'formats',
    [row('format', '`--format`', 'extension', 'keeps', 'loses'), '|---|---|---|---|---|', ...formats].join('\n'),
  );
});

test('the page of the command line explains how files are read', () => {
  expectRegion('command-line.md', 'reading', optionTable(importOptions, flagOf));
});

test('the page of trees explains every kind and split', () => {
  const table = ({ title, choices }: ChoiceOption): string =>
    [
      row(title, 'name', 'meaning'),
      '|---|---|---|',
      ...Object.entries(choices).map(([name, choice]) => row(choice.title, `\`${name}\``, choice.meaning)),
    ].join('\n');
  expectRegion('trees.md', 'kinds', `${table(buildOptions.kind)}\n\n${table(buildOptions.split)}`);
});

test('the page of the command line has the help of every verb', async () => {
  const { createProgram } = (await import(join(productFolder, 'dist/main/cli/program.js'))) as typeof program;
  const help: string[] = [];
  const visit = (command: Command, path: readonly string[]): void => {
    let text = '';
    command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
    help.push(`### ${path.join(' ')}\n\n\`\`\`text\n${text.trim()}\n\`\`\``);
    for (const child of command.commands.filter((verb) => verb.name() !== 'help')) visit(child as Command, [...path, child.name()]);
  };
  const quiet = {
    out: () => {},
    err: () => {},
    showsProgress: false,
    signal: new AbortController().signal,
    fail: () => {},
    miss: () => {},
    run: () => Promise.resolve(0 as const),
  };
  visit(await createProgram(quiet as Parameters<typeof createProgram>[0]), ['boxwood']);
  expect(help.length).toBeGreaterThan(10);
  expectRegion('command-line.md', 'verbs', help.join('\n\n'));
});

test('the page of the library has the examples', () => {
  const folder = join(manual, '../../test/examples');
  const examples = readdirSync(folder).sort();
  expect(examples.length).toBeGreaterThan(3);
  const blocks = examples.map((name) => `\`\`\`ts\n${readFileSync(join(folder, name), 'utf8').trim()}\n\`\`\``);
  expectRegion('library.md', 'examples', blocks.join('\n\n'));
});

test('the page of the library shows every export with its doc comment', () => {
  expectRegion('api.md', 'exports', apiPage('boxwood'));
  expectRegion('api.md', 'threads', apiPage('boxwood/threads'));
});

test('the glossary has every figure of the panels, with its page', () => {
  const rows = Object.entries<Figure>(figures)
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([name, { meaning, better, page }]) =>
      row(name, meaning, better === undefined ? '' : `${better} is better`, `[${pageTitle(page)}](${page})`),
    );
  expect(rows.length).toBeGreaterThan(100);
  expectRegion('glossary.md', 'figures', [row('figure', 'meaning', 'better', 'page'), '|---|---|---|---|', ...rows].join('\n'));
});

/** The first heading of a page of the manual. */
function pageTitle(page: string): string {
  return /^# (.*)$/m.exec(readFileSync(join(manual, page.replace(/#.*/, '')), 'utf8'))![1]!;
}

test('the page of licences has every package that ships, with its text', () => {
  const packages = shippedPackages();
  const names = packages.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['preact', 'three', 'uplot', 'lucide', 'ws', 'd3-color', 'electron', 'xmlchars']));
  expect(names.filter((name) => /oxlint|biome|vitest|^@types|typescript/.test(name))).toEqual([]);
  expect(packages.filter(({ licence, text }) => licence === 'unknown' || text.length < 100).map(({ name }) => name)).toEqual([]);
  expectRegion('licences.md', 'licences', licencesPage());
});

test('commands in the manual and the README read files that exist', () => {
  const root = join(manual, '../..');
  const pages = [join(root, 'README.md'), ...readdirSync(manual).flatMap((name) => (name.endsWith('.md') ? [join(manual, name)] : []))];
  const commands = pages.flatMap(
    (page) =>
      readFileSync(page, 'utf8')
        .replace(/```[\s\S]*?```/g, '')
        .match(/^ {4,}boxwood .*/gm) ?? [],
  );
  expect(commands.length).toBeGreaterThan(10);
  const written = new Set(commands.flatMap((command) => / -o (\S+)/.exec(command)?.[1] ?? []));
  const files = commands.flatMap((command) => command.match(/[\w./-]+\.(obj|ply|stl|glb|boxwood(?!-scene))\b/g) ?? []);
  expect(files.filter((file) => !written.has(file) && !existsSync(join(root, file)))).toEqual([]);
});

test('links and pictures of the manual exist', () => {
  const pages = readdirSync(manual, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'));
  expect(pages.length).toBeGreaterThan(30);
  const missing = pages.flatMap((page) => {
    const text = readFileSync(join(manual, page), 'utf8').replace(/```[\s\S]*?```/g, '');
    const links = [...text.matchAll(/\]\(([^)#]+)(#[^)]*)?\)/g)].map(([, link = '']) => link).filter((link) => !link.startsWith('http'));
    return links.filter((link) => !existsSync(join(manual, dirname(page), link))).map((link) => `${page}: ${link}`);
  });
  expect(missing).toEqual([]);
});
