import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import * as library from '../../core/index.ts';
import { isOptionTable, optionInterface, optionTable } from './option-table.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** Makes the page of the public exports of the library from their doc comments: functions and values first, then types. */
export function apiPage(): string {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, 'core/tsconfig.json'),
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} },
  )!;
  const program = ts.createProgram(config.fileNames, { ...config.options, noEmit: true });
  const checker = program.getTypeChecker();
  const door = program.getSourceFile(join(root, 'core/index.ts'))!;
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(door)!);
  const entries = exported.map((symbol) => entryOf(checker, symbol)).sort((a, b) => a.name.localeCompare(b.name, 'en'));
  const section = (title: string, isType: boolean): string =>
    `## ${title}\n\n${entries
      .filter((entry) => entry.isType === isType)
      .map(({ name, code, doc }) => `### ${name}\n\n\`\`\`ts\n${code}\n\`\`\`\n\n${doc}`)
      .join('\n\n')}`;
  return `${section('Functions and values', false)}\n\n${section('Types', true)}`;
}

interface Entry {
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
