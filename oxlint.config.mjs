import { defineConfig } from 'oxlint';
import { formatRooms } from './oxlint.rules.mjs';

/** All that knows neither the editor nor the terminal. */
const engineRooms = [
  ...['async', 'matching', 'debate', 'projections', 'record', 'research', 'models', 'verify', 'agents', 'engine'],
  ...['citations', 'reports', 'importers', 'session'],
];

/** The rooms of src/, lowest first. A room may import the rooms that its entry names, and itself. */
const rooms = {
  async: [],
  matching: [],
  debate: ['matching'],
  projections: ['matching', 'debate'],
  record: ['async', 'matching', 'debate'],
  research: ['async', 'matching', 'debate'],
  models: ['async', 'matching', 'debate'],
  verify: ['async', 'matching', 'debate', 'record', 'research'],
  citations: ['async', 'matching', 'debate', 'record', 'research', 'verify'],
  agents: ['async', 'matching', 'debate', 'record', 'research', 'models', 'verify'],
  engine: ['async', 'matching', 'debate', 'record', 'research', 'models', 'verify', 'agents'],
  reports: ['async', 'matching', 'debate', 'projections', 'record', 'engine'],
  importers: ['async', 'matching', 'debate', 'record', 'engine'],
  session: [
    'async',
    'matching',
    'debate',
    'projections',
    'record',
    'research',
    'models',
    'verify',
    'agents',
    'engine',
    'reports',
  ],
  mcp: engineRooms,
  cli: [...engineRooms, 'mcp', 'shared'],
  shared: ['matching', 'debate', 'projections'],
  webview: ['matching', 'debate', 'projections', 'shared'],
  ui: [...engineRooms, 'shared'],
};

/** No Node.js, clock, randomness or words for people. */
const pure = ['matching', 'debate', 'projections'];

const noVscode = { name: 'vscode', message: 'Only src/ui and src/extension.ts may import vscode.' };

const composedSignals = ['any', 'timeout'].map((property) => ({
  object: 'AbortSignal',
  property,
  message: 'Use src/async/deadline.ts: what hangs on a composed signal may be collected before it fires.',
}));

/** The features of src/ui/, lowest first. A feature may import those before it; `kit/settingTable.ts` gathers what formats add to it. */
const features = [
  ...[
    'findings',
    'kit',
    'formats',
    'run',
    'library',
    'models',
    'start',
    'chat',
    'sources',
    'panel',
    'problems',
    'citations',
  ],
  ...['commands', 'language', 'lmTools'],
];

const featureRules = features.map((feature, at) => ({
  files: [`src/ui/${feature}/**/*.ts`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          { regex: '^(\\.\\./)+(cli|webview)/', message: 'ui/ may not import cli/ or webview/.' },
          ...features.slice(at + 1).map((other) => ({
            regex: `^\\.\\./${other}/${feature === 'kit' ? '(?!settings$)' : ''}`,
            message: `ui/${feature}/ may not import ui/${other}/: name what is needed of it in a port.`,
          })),
        ],
      },
    ],
  },
}));

const layers = Object.entries(rooms).map(([room, allowed]) => ({
  files: [`src/${room}/**/*.{ts,tsx}`],
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
            ...composedSignals,
            { object: 'Date', property: 'now', message: 'No clock here: take the time as a parameter.' },
            { object: 'Math', property: 'random', message: 'No randomness here: take a seed.' },
          ],
        }
      : {}),
  },
}));

/** What typescript-eslint calls `strictTypeChecked`, as far as the linter has it. */
const strict = [
  'no-array-constructor',
  'no-unused-expressions',
  'no-unused-vars',
  'no-useless-constructor',
  'typescript/await-thenable',
  'typescript/no-array-delete',
  'typescript/no-base-to-string',
  'typescript/no-deprecated',
  'typescript/no-duplicate-enum-values',
  'typescript/no-duplicate-type-constituents',
  'typescript/no-dynamic-delete',
  'typescript/no-empty-object-type',
  'typescript/no-explicit-any',
  'typescript/no-extra-non-null-assertion',
  'typescript/no-extraneous-class',
  'typescript/no-floating-promises',
  'typescript/no-for-in-array',
  'typescript/no-generated-empty-object-type',
  'typescript/no-implied-eval',
  'typescript/no-invalid-void-type',
  'typescript/no-meaningless-void-operator',
  'typescript/no-misused-new',
  'typescript/no-misused-promises',
  'typescript/no-misused-spread',
  'typescript/no-mixed-enums',
  'typescript/no-namespace',
  'typescript/no-non-null-asserted-nullish-coalescing',
  'typescript/no-non-null-asserted-optional-chain',
  'typescript/no-non-null-assertion',
  'typescript/no-redundant-type-constituents',
  'typescript/no-require-imports',
  'typescript/no-this-alias',
  'typescript/no-unnecessary-boolean-literal-compare',
  'typescript/no-unnecessary-template-expression',
  'typescript/no-unnecessary-type-arguments',
  'typescript/no-unnecessary-type-assertion',
  'typescript/no-unnecessary-type-constraint',
  'typescript/no-unnecessary-type-conversion',
  'typescript/no-unnecessary-type-parameters',
  'typescript/no-unsafe-argument',
  'typescript/no-unsafe-assignment',
  'typescript/no-unsafe-call',
  'typescript/no-unsafe-declaration-merging',
  'typescript/no-unsafe-enum-comparison',
  'typescript/no-unsafe-function-type',
  'typescript/no-unsafe-member-access',
  'typescript/no-unsafe-return',
  'typescript/no-unsafe-unary-minus',
  'typescript/no-useless-default-assignment',
  'typescript/no-wrapper-object-types',
  'typescript/only-throw-error',
  'typescript/prefer-as-const',
  'typescript/prefer-literal-enum-member',
  'typescript/prefer-namespace-keyword',
  'typescript/prefer-promise-reject-errors',
  'typescript/prefer-reduce-type-parameter',
  'typescript/prefer-return-this-type',
  'typescript/related-getter-setter-pairs',
  'typescript/require-await',
  'typescript/triple-slash-reference',
  'typescript/unbound-method',
  'typescript/unified-signatures',
  'typescript/use-unknown-in-catch-callback-variable',
  'typescript/consistent-type-imports',
  'no-var',
  'prefer-const',
  'prefer-rest-params',
  'prefer-spread',
  'typescript/no-unnecessary-condition',
];

export default defineConfig({
  plugins: ['typescript'],
  jsPlugins: ['./oxlint.rules.mjs'],
  categories: { correctness: 'off' },
  options: { typeAware: true },
  ignorePatterns: ['dist/**', 'out/**', 'output/**', 'coverage/**', '**/*.mjs', 'test/fixtures/**'],
  rules: {
    ...Object.fromEntries(strict.map((rule) => [rule, 'error'])),
    'rostrum/zod-as-namespace': 'error',
    'rostrum/no-default-export': 'error',
    'no-restricted-properties': ['error', ...composedSignals],
    'no-empty': ['error', { allowEmptyCatch: false }],
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
    'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    'typescript/restrict-plus-operands': [
      'error',
      { allowAny: false, allowBoolean: false, allowNullish: false, allowNumberAndString: false, allowRegExp: false },
    ],
    'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
  },
  overrides: [
    ...layers,
    ...featureRules,
    { files: ['src/**/*.{ts,tsx}'], excludeFiles: formatRooms, rules: { 'rostrum/no-format-names': 'error' } },
    {
      files: ['src/**/*.{ts,tsx}'],
      excludeFiles: formatRooms,
      rules: { 'rostrum/no-format-imports': 'error' },
    },
    { files: ['src/importers/**/*.ts'], rules: { 'rostrum/no-format-branches': 'error' } },
    // What is read was written by others, and may be as long as they like: no expression takes the square of its length.
    {
      files: ['src/**/*.{ts,tsx}'],
      jsPlugins: ['eslint-plugin-regexp'],
      rules: {
        'rostrum/unicode-patterns': 'error',
        'regexp/no-super-linear-backtracking': 'error',
        'regexp/no-super-linear-move': ['error', { report: 'certain', ignorePartial: false, ignoreSticky: true }],
      },
    },
    { files: ['vitest.config.mts'], rules: { 'rostrum/no-default-export': 'off' } },
  ],
});
