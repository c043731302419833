/**
 * All lint rules. oxlint does not read the decorators of AssemblyScript: `test/assembly-walls.test.ts` checks `core/kernel/assembly`. The walls are those that the compiler's project references do not see: npm packages, and the order of rooms. `test/walls.test.ts`
 * proves that all of them bite. The regular expressions have no look-ahead: what is allowed in part is a `group` of patterns, as in `.gitignore`.
 */

/** Each room of `core` with the rooms below it that it may import; beside them only its own files and those at core's top. */
const coreRooms = {
  math: [],
  options: [],
  shape: ['math'],
  mesh: ['math', 'shape'],
  patch: ['math', 'shape', 'mesh'],
  import: ['math', 'shape', 'mesh', 'options', 'patch'],
  kernel: ['mesh'],
  tree: ['math', 'shape', 'mesh', 'options', 'kernel'],
  query: ['math', 'shape', 'mesh', 'options', 'kernel', 'tree'],
  pair: ['math', 'shape', 'mesh', 'options', 'kernel', 'tree', 'query'],
  bsp: ['math', 'shape', 'mesh', 'options', 'kernel', 'tree', 'query'],
  convex: ['math', 'shape', 'mesh', 'options', 'kernel', 'tree', 'query', 'pair'],
  sweep: ['math', 'shape', 'mesh', 'options', 'kernel', 'tree', 'query', 'pair', 'bsp', 'convex'],
  scene: ['math', 'shape', 'mesh', 'options', 'kernel', 'tree', 'query', 'pair', 'convex'],
  bake: ['math', 'shape', 'options', 'mesh', 'tree', 'query', 'import', 'convex'],
  engines: ['math', 'shape', 'mesh', 'options', 'kernel', 'tree', 'query', 'pair', 'convex'],
  health: ['math', 'shape', 'options', 'mesh', 'kernel', 'tree', 'query', 'pair', 'sweep', 'convex', 'engines'],
  diff: ['math', 'mesh', 'options', 'health'],
  library: [
    'math',
    'shape',
    'mesh',
    'options',
    'kernel',
    'import',
    'tree',
    'query',
    'pair',
    'sweep',
    'convex',
    'engines',
    'scene',
    'bake',
    'health',
  ],
  job: [
    'math',
    'shape',
    'mesh',
    'options',
    'patch',
    'tree',
    'query',
    'pair',
    'bsp',
    'sweep',
    'convex',
    'scene',
    'engines',
    'import',
    'bake',
    'health',
    'diff',
  ],
};

/** The pure libraries that `core` may use. */
const corePackages = [
  'robust-predicates',
  'gltf-validator',
  'meshoptimizer/decoder',
  'meshoptimizer/simplifier',
  'fflate',
  'saxes',
  'earcut',
];

/** Lists have one group at most: what a group lets pass, oxlint lets pass for the other groups too. */
const foreignPackage = {
  group: ['*', '!./**', '!../**', ...corePackages.map((name) => `!${name}`)],
  message: 'core imports only itself and its few pure packages.',
};

/** In a group, a name without a slash lets pass all paths that end with it. */
const foreignPath = {
  regex: `^[^.].*/(${corePackages.filter((name) => !name.includes('/')).join('|')})$`,
  message: foreignPackage.message,
};

const pastKernelDoor = {
  // No other file there begins with this letter.
  regex: '(^|/)kernel/([^/]+/|[^i])',
  message: 'Other rooms import core/kernel/index.ts, and nothing behind it.',
};

/** Files of rooms that others import by themselves: an index would load its room, with all that this imports, into every thread and at every start of the command line. */
const doorsOfTheirOwn = [
  'bake/known-formats',
  'health/study/helpers/serve-study',
  'import/import-mesh',
  'import/stl/facet-blocks',
  'import/zip/zip-archive',
  'job/run-job',
  'library/read-mesh',
  'library/serve-pairs',
  'library/whole-mesh',
  'query/batch/serve-queries',
  'scene/narrow/serve-narrow',
  'tree/kinds/wide/parallel/build-pool',
  'tree/kinds/wide/parallel/serve-build',
];

const pastRoomIndex = {
  group: ['\\#core/*/**', ...doorsOfTheirOwn.map((door) => `!\\#core/${door}`)],
  message: 'Import a room of core by its index: #core/tree, not a file in it.',
};

/** The deepest folder below `core`: rules count the steps up to it, since a room may have a folder with the name of another room. */
const maxCoreDepth = 5;

const coreOrder = Object.entries(coreRooms).flatMap(([room, below]) => {
  const forbidden = Object.keys(coreRooms).filter((other) => other !== room && !below.includes(other));
  return Array.from({ length: maxCoreDepth }, (_, depth) => {
    const upward = {
      regex: `^(\\.\\./){${depth + 1}}(${forbidden.join('|')})/`,
      message: `core/${room} may import only ${below.join(', ') || 'nothing below'}.`,
    };
    const walls = room === 'kernel' ? [upward, foreignPath, foreignPackage] : [upward, pastKernelDoor, foreignPath, foreignPackage];
    return { files: [`core/${room}/${'*/'.repeat(depth)}*.ts`], rules: restricted(...walls) };
  });
});

/** AssemblyScript and TypeScript both compile the layouts, and write the paths of imports differently. */
const layouts = {
  files: ['core/kernel/layouts/**/*.ts'],
  rules: restricted({ regex: '.', message: 'A layout imports nothing.' }),
};

/** Each room of `renderer` with the rooms below it that it may import; `main.tsx` at the top of `renderer` may import all. */
const rendererRooms = {
  text: [],
  host: [],
  state: ['text', 'host'],
  workers: ['text', 'host', 'state'],
  commands: ['text', 'host', 'state', 'workers'],
  tools: ['text', 'host', 'state', 'workers', 'commands'],
  scene: ['text', 'host', 'state', 'workers', 'commands', 'tools'],
  widgets: ['text', 'host', 'state', 'workers', 'commands', 'tools', 'scene'],
  panels: ['text', 'host', 'state', 'workers', 'commands', 'tools', 'scene', 'widgets'],
  shell: ['text', 'host', 'state', 'workers', 'commands', 'tools', 'scene', 'widgets', 'panels'],
};

const foreignToRenderer = {
  regex: '^node:|^electron|^ws$|(^|/)main/',
  message: 'The renderer knows its host only through renderer/host.',
};

const foreignToState = {
  regex: '^(preact|@preact/signals$|three|uplot|lucide|@tanstack)',
  message: 'State imports only core, the host types and @preact/signals-core.',
};

/** The rooms that only read the store: what they change, they change through commands and tools. */
const readers = ['scene', 'widgets', 'panels', 'shell'];

const storeForReaders = {
  regex: '/state/store/store\\.ts$',
  importNames: ['writable', 'WritableStore', 'createStore'],
  message: 'Only commands and tools write the store.',
};

const rendererOrder = Object.entries(rendererRooms).map(([room, below]) => {
  const forbidden = Object.keys(rendererRooms).filter((other) => other !== room && !below.includes(other));
  const upward = {
    regex: `^\\.\\./(.*/)?(${forbidden.join('|')})/`,
    message: `renderer/${room} may import only ${below.join(', ') || 'nothing below'}.`,
  };
  const walls = [foreignToRenderer, pastRoomIndex];
  if (forbidden.length > 0) walls.push(upward);
  if (room === 'state') walls.push(foreignToState);
  if (readers.includes(room)) walls.push(storeForReaders);
  return { files: [`renderer/${room}/**/*.{ts,tsx}`], rules: restricted(...walls) };
});

const foreignToMain = {
  regex: '(^|/)renderer/|^three|^preact|^@preact',
  message: 'Of the renderer main sees only the types in #host-api.',
};

function restricted(...patterns) {
  return { 'no-restricted-imports': ['error', { patterns }] };
}

/** Functions of `Math` whose last bit may differ between JavaScript engines: hulls, fits and patches would differ with it. */
const engineSpecific = [
  ...['acos', 'acosh', 'asin', 'asinh', 'atan', 'atan2', 'atanh', 'cbrt', 'cos', 'cosh', 'exp', 'expm1'],
  ...['hypot', 'log', 'log10', 'log1p', 'log2', 'pow', 'sin', 'sinh', 'tan', 'tanh'],
].map((property) => ({ object: 'Math', property, message: 'Engines may differ in its last bit: use core/math (hypot, cosSin).' }));

/** A function fits a screen. Tests group cases in longer ones. */
const shortFunctions = { 'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }] };

/** Rules that need types. */
const typed = {
  'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^$' }],
  'typescript/await-thenable': 'error',
  'typescript/no-floating-promises': 'error',
  'typescript/no-misused-promises': 'error',
  'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
};

const plain = {
  'no-var': 'error',
  'prefer-const': 'error',
  'prefer-rest-params': 'error',
  'prefer-spread': 'error',
  'no-array-constructor': 'error',
  'no-unused-expressions': 'error',
  'no-useless-constructor': 'error',
  'one-var': ['error', 'never'],
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
  'typescript/no-duplicate-enum-values': 'error',
  'typescript/no-dynamic-delete': 'error',
  'typescript/no-empty-object-type': 'error',
  'typescript/no-explicit-any': 'error',
  'typescript/no-extra-non-null-assertion': 'error',
  'typescript/no-extraneous-class': 'error',
  'typescript/no-invalid-void-type': 'error',
  'typescript/no-misused-new': 'error',
  'typescript/no-namespace': 'error',
  'typescript/no-non-null-asserted-nullish-coalescing': 'error',
  'typescript/no-non-null-asserted-optional-chain': 'error',
  'typescript/no-require-imports': 'error',
  'typescript/no-this-alias': 'error',
  'typescript/no-unnecessary-type-constraint': 'error',
  'typescript/no-unsafe-declaration-merging': 'error',
  'typescript/no-unsafe-function-type': 'error',
  'typescript/no-wrapper-object-types': 'error',
  'typescript/prefer-as-const': 'error',
  'typescript/prefer-literal-enum-member': 'error',
  'typescript/prefer-namespace-keyword': 'error',
  'typescript/triple-slash-reference': 'error',
  'typescript/unified-signatures': 'error',
  'typescript/consistent-type-imports': 'error',
};

export default {
  plugins: ['typescript'],
  categories: { correctness: 'off' },
  options: { typeAware: true },
  ignorePatterns: ['dist/', 'release/', 'coverage/', 'core/kernel/*.generated.ts', 'core/kernel/assembly/'],
  rules: typed,
  overrides: [
    { files: ['**/*.{ts,tsx,cts}'], rules: plain },
    { files: ['{core,main,renderer}/**/*.{ts,tsx,cts}'], rules: { ...shortFunctions, 'no-console': 'error' } },
    { files: ['core/*.ts'], rules: restricted(pastKernelDoor, foreignPath, foreignPackage) },
    ...coreOrder,
    { files: ['core/{convex,patch}/**/*.ts'], rules: { 'no-restricted-properties': ['error', ...engineSpecific] } },
    layouts,
    { files: ['renderer/*.{ts,tsx}'], rules: restricted(foreignToRenderer, pastRoomIndex) },
    ...rendererOrder,
    { files: ['main/**/*.{ts,cts}'], rules: restricted(foreignToMain, pastRoomIndex) },
  ],
};
