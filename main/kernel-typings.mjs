/**
 * Turns what the AssemblyScript compiler says about a module (`--bindings raw`) into a TypeScript interface of what the module itself exports.
 *
 * The compiler describes a JavaScript wrapper that also converts values. This project calls the exports directly, so a bool is a number,
 * and an address (`usize`) or u32 above 2³¹ comes out negative. The types of the source stand in the comments of each member.
 */

/** The interface `name` for the text of the compiler's `.d.ts`. Without the memory, which each use of a module types itself. */
export function exportsInterface(name, declarations, entry, wasm) {
  const body = between(declarations, 'declare namespace __AdaptedExports {\n', '\n}\n');
  const members = body
    .replace(/ {2}\/\*\* Exported memory \*\/\n.*\n/, '')
    .replace(/export function (\w+)\((.*)\): (\w+);/g, 'readonly $1: ($2) => $3;')
    .replace(
      /export const (\w+): \{\n *(\/\*\* @type .*\*\/)\n *get value\(\): (\w+);\n.*\n *\};/g,
      'readonly $1: {\n    $2\n    readonly value: $3;\n  };',
    )
    .replace(/\bboolean\b/g, 'number');
  const exported = WebAssembly.Module.exports(new WebAssembly.Module(wasm)).filter(({ kind }) => kind !== 'memory');
  checkNames([...members.matchAll(/^ {2}readonly (\w+):/gm)], exported, entry);
  return `/** What \`${entry}\` exports. */\nexport interface ${name} {\n${members}\n}`;
}

/** The interface `name` of the functions that a module imports from its host, for the text of the compiler's bindings. */
export function importsInterface(name, bindings, entry, wasm) {
  const pattern = /^ {6}(\w+)\(([^)]*)\) \{\n *\/\/ (\S+)\/\w+\(([^)]*)\) => (\w+)$/gm;
  const found = [...bindings.matchAll(pattern)];
  const imported = WebAssembly.Module.imports(new WebAssembly.Module(wasm)).filter(({ kind }) => kind === 'function');
  checkNames(found, imported, entry);
  const members = found.map(([, member, names, path, types, result]) => {
    const typeOf = types.split(', ');
    const parameters = names.split(', ').map((parameter, i) => `${parameter}: ${scriptType(typeOf[i], entry)}`);
    return `  /** ${path}/${member}(${types}) => ${result} */\n  readonly ${member}: (${parameters.join(', ')}) => ${scriptType(result, entry)};`;
  });
  return `/** What \`${entry}\` imports from its host. */\nexport interface ${name} {\n${members.join('\n')}\n}`;
}

/** The compiler may change the form of its output: then the interface would lack members. @throws Error. */
function checkNames(matches, described, entry) {
  const found = matches.map(([, name]) => name).sort();
  const wanted = described.map(({ name }) => name).sort();
  if (found.join() !== wanted.join())
    throw new Error(`The compiler describes ${entry} in a form that is not known: ${found} instead of ${wanted}`);
}

function scriptType(type, entry) {
  if (type === 'void') return 'void';
  if (['i32', 'u32', 'f32', 'f64', 'usize', 'bool'].includes(type)) return 'number';
  throw new Error(`${entry} passes ${type} to its host, which has no type here`);
}

function between(text, begin, end) {
  const from = text.indexOf(begin);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error('The compiler declares exports in a form that is not known');
  return text.slice(from + begin.length, to);
}
