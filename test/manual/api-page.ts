import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import * as library from '../../core/index.ts';
import { isOptionTable, optionInterface, optionTable } from './option-table.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** An entry of the package: the module that a program imports, and the configuration that compiles it. */
const packageEntries = {
  boxwood: { door: 'core/index.ts', config: 'core/tsconfig.json', of: '' },
  'boxwood/threads': { door: 'main/threads/index.ts', config: 'main/tsconfig.json', of: ' of `boxwood/threads`' },
} as const;

/** Makes the list of the exports of an entry from their doc comments: functions and values first, then types. What it exports again from another one is left out. */
export function apiPage(name: keyof typeof packageEntries): string {
  const { door, config, of } = packageEntries[name];
  const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(
    join(root, config),
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} },
  )!;
  const doorPath = join(root, door);
  const program = ts.createProgram([doorPath, ...fileNames.filter((path) => path.endsWith('.d.ts'))], { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(doorPath)!)!);
  const room = `${dirname(doorPath)}/`;
  const entries = exported
    .map((symbol) => entryOf(checker, symbol))
    .filter(({ path }) => path.startsWith(room))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
  const section = (title: string, isType: boolean): string =>
    `## ${title}${of}\n\n${entries
      .filter((entry) => entry.isType === isType)
      .map(({ name, code, doc }) => `### ${name}\n\n\`\`\`ts\n${code}\n\`\`\`\n\n${doc}`)
      .join('\n\n')}`;
  return `${section('Functions and values', false)}\n\n${section('Types', true)}`;
}

interface Entry {
  /** Where it is declared. */
  readonly path: string;
  readonly name: string;
  readonly isType: boolean;
  readonly code: string;
  readonly doc: string;
}

function entryOf(checker: ts.TypeChecker, exported: ts.Symbol): Entry {
  const symbol = (exported.flags & ts.SymbolFlags.Alias) === 0 ? exported : checker.getAliasedSymbol(exported);
  const declaration = symbol.declarations?.[0];
  if (declaration === undefined) throw new Error(`"${exported.name}" has no declaration`);
  const doc = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  const thrown = symbol.getJsDocTags(checker).filter(({ name }) => name === 'throws');
  const throws = thrown.map(({ text }) => `Throws ${ts.displayPartsToString(text)}`);
  const isType = ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration);
  const value: unknown = (library as Readonly<Record<string, unknown>>)[exported.name];
  const table = isOptionTable(value) ? optionTable(value) : '';
  return {
    path: declaration.getSourceFile().fileName,
    name: exported.name,
    isType,
    code: table === '' ? codeOf(checker, symbol, declaration) : `const ${exported.name}: OptionTable`,
    doc: [doc, ...throws, table].filter((text) => text !== '').join('\n\n'),
  };
}

/** The declaration without the body of a function or the value of a constant. Values of options are listed. */
function codeOf(checker: ts.TypeChecker, symbol: ts.Symbol, declaration: ts.Declaration): string {
  const ofTable = /= OptionValues<typeof (\w+)>;$/.exec(declaration.getText())?.[1];
  const table: unknown = ofTable === undefined ? undefined : (library as Readonly<Record<string, unknown>>)[ofTable];
  if (isOptionTable(table)) return optionInterface(symbol.name, table);
  if (ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration)) return declaration.getText();
  if (ts.isFunctionDeclaration(declaration)) {
    const text = declaration.getText();
    return text.slice(0, declaration.body!.getStart() - declaration.getStart()).trim();
  }
  if (ts.isClassDeclaration(declaration)) return `class ${symbol.name} extends Error`;
  const type = checker.typeToString(checker.getTypeOfSymbol(symbol), undefined, ts.TypeFormatFlags.None);
  return `const ${symbol.name}: ${type}`;
}
