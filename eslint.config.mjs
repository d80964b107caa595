import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** All that knows neither the editor nor the terminal. */
const engineRooms = [
  ...['async', 'debate', 'projections', 'record', 'research', 'models', 'verify', 'agents', 'engine'],
  ...['reports', 'importers', 'session'],
];

/** The rooms of src/, lowest first. A room may import the rooms that its entry names, and itself. */
const rooms = {
  async: [],
  debate: [],
  projections: ['debate'],
  record: ['async', 'debate'],
  research: ['async', 'debate'],
  models: ['async', 'debate'],
  verify: ['async', 'debate', 'record', 'research', 'models'],
  agents: ['async', 'debate', 'record', 'research', 'models', 'verify'],
  engine: ['async', 'debate', 'record', 'research', 'models', 'verify', 'agents'],
  reports: ['async', 'debate', 'projections', 'record', 'engine'],
  importers: ['async', 'debate', 'record', 'engine'],
  session: ['async', 'debate', 'projections', 'record', 'research', 'models', 'verify', 'agents', 'engine', 'reports'],
  cli: engineRooms,
  shared: ['debate', 'projections'],
  webview: ['debate', 'projections', 'shared'],
  ui: [...engineRooms, 'shared'],
};

/** No Node.js, clock, randomness or words for people. */
const pure = ['debate', 'projections'];

const noVscode = { name: 'vscode', message: 'Only src/ui and src/extension.ts may import vscode.' };

const layers = Object.entries(rooms).map(([room, allowed]) => ({
  files: [`src/${room}/**/*.ts`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        paths: room === 'ui' ? [] : [noVscode],
        patterns: [
          ...Object.keys(rooms)
            .filter((other) => other !== room && !allowed.includes(other))
            .map((other) => ({ regex: `^(\\.\\./)+${other}/`, message: `${room}/ may not import ${other}/.` })),
          ...(pure.includes(room)
            ? [
                { regex: '^(node:|fs$|path$|crypto$|os$)', message: `${room}/ is pure: no Node.js.` },
                {
                  regex: '^@vscode/l10n$',
                  message: `${room}/ gives codes and parameters: words are bound where they are shown.`,
                },
              ]
            : []),
        ],
      },
    ],
    ...(pure.includes(room)
      ? {
          'no-restricted-globals': ['error', 'process', 'Buffer', 'setTimeout', 'fetch', 'performance'],
          'no-restricted-properties': [
            'error',
            { object: 'Date', property: 'now', message: 'No clock here: take the time as a parameter.' },
            { object: 'Math', property: 'random', message: 'No randomness here: take a seed.' },
          ],
        }
      : {}),
  },
}));

export default tseslint.config(
  { ignores: ['dist/**', 'out/**', 'node_modules/**', 'output/**', 'coverage/**', '**/*.mjs', 'test/fixtures/**'] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "ImportDeclaration[source.value='zod'] > :not(ImportNamespaceSpecifier, Literal)",
          message: "Write `import * as z from 'zod'`: the named import costs 360 KB in every bundle.",
        },
        {
          selector: "MemberExpression[object.name='AbortSignal'][property.name=/^(any|timeout)$/]",
          message: 'Use src/async/deadline.ts: what hangs on a composed signal may be collected before it fires.',
        },
      ],
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-empty': ['error', { allowEmptyCatch: false }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  ...layers,
  // What is read was written by others, and may be as long as they like: no expression takes the square of its length.
  {
    files: ['src/**/*.{ts,tsx}'],
    // Reads what the user typed about the seats, a line or two, and nothing else.
    ignores: ['src/agents/extractive/lineup.ts'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-super-linear-move': ['error', { report: 'certain', ignorePartial: false, ignoreSticky: true }],
    },
  },
  { files: ['vitest.config.mts'], rules: { 'no-restricted-exports': 'off' } },
);
