import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Those that run, from their registry. */
export const formatNames = new Set(
  /const byName = \{ ([\w, ]+) \}/
    .exec(readFileSync(join(import.meta.dirname, 'src/debate/formats/registry.ts'), 'utf8'))[1]
    .split(', '),
);

/** The formats' rooms in each layer, and importers, which know what their records are of. */
export const formatRooms = [
  'src/debate/formats/**',
  'src/debate/rules/lint/formats/**',
  'src/debate/flow/tasks/{formats,tribunal,dialectic}.ts',
  'src/projections/formats/**',
  'src/agents/model/formats/**',
  'src/reports/{panel,tribunal,dialectic}/**',
  'src/session/plan/estimates/{panel,tribunal,dialectic}.ts',
  'src/shared/seat/formats/**',
  'src/ui/formats/**',
  'src/importers/**',
];

/** Text that stands there whatever happens: of a literal, a template without values, a sum of these. */
function fixedText({ type, value, quasis, left, right, operator }) {
  if (type === 'Literal' && typeof value === 'string') return value;
  if (type === 'TemplateLiteral' && quasis.length === 1) return quasis[0].value.cooked;
  if (type !== 'BinaryExpression' || operator !== '+') return undefined;
  const [first, second] = [fixedText(left), fixedText(right)];
  return first === undefined || second === undefined ? undefined : first + second;
}

const isFormatName = (node) => formatNames.has(fixedText(node));

/** In the editor a panel is a window, too. */
const isWindow = (name, { filename }) => name === 'panel' && /[\\/]src[\\/](?:ui|webview)[\\/]/.test(filename);

const namesFormat = (text, context) =>
  [...formatNames].some((name) => new RegExp(`\\b${name}\\b`).test(text) && !isWindow(name, context));

const keyOf = ({ key, property, computed }) =>
  computed ? undefined : ((key ?? property).name ?? (key ?? property).value);

const isFormatKey = (node, context) => formatNames.has(keyOf(node)) && !isWindow(keyOf(node), context);

/** An object by formats that the compiler holds to all their names and no other. */
const isRegistry = ({ type, parent }, { sourceCode }) =>
  type === 'ObjectExpression' &&
  parent.type === 'VariableDeclarator' &&
  parent.id.typeAnnotation != null &&
  /^:\s*(?:Readonly<)?Record<FormatName,/.test(sourceCode.getText(parent.id.typeAnnotation));

/** Of a format's room in any layer; what its agents are asked (`tasks/`) is for all who ask them. */
const isInsideFormat = ({ source }, context) =>
  [...formatNames].some(
    (name) =>
      new RegExp(`/(?:formats|reports|estimates)/${name}(?:/|$)`).test(source.value) ||
      (new RegExp(`^(?:\\.\\.?/)+${name}(?:/|$)`).test(source.value) && !isWindow(name, context)),
  );

/** All that is imported stands in a registry, and nowhere else. */
const isRegistered = ({ specifiers }, context) =>
  specifiers
    .flatMap((specifier) => context.sourceCode.getDeclaredVariables(specifier))
    .every(
      ({ references }) =>
        references.length > 0 &&
        references.every(
          ({ identifier: { parent } }) => parent.type === 'Property' && isRegistry(parent.parent, context),
        ),
    );

/** Ids of steps whose number a format gives: `r2/turn/ada`, `e0/judgment`. */
const isStepPattern = (source) => /(?:^|[^\w\\])\(?(?:\?:)?[re]\(?\\d[+*{][^/]*\\\//.test(source);

const isStepTemplate = ({ quasis: [first, second] }) =>
  /^(?:[re]|.*\/[re])$/.test(first.value.raw) && second?.value.raw.startsWith('/') === true;

const isUnit = (node) => /^exchange$/i.test(fixedText(node) ?? '');

/** `format.startsWith(…)`: a name is asked for as a whole, by its registry. */
const readsPartOfName = ({ object, property }) =>
  (object.property?.name ?? object.name) === 'format' &&
  ['startsWith', 'endsWith', 'match', 'slice', 'charAt', 'indexOf', 'at'].includes(property.name);

/** A pattern's text as it is written: of a regular expression, a template, a string. */
function patternText({ type, regex, value, quasis, parent }) {
  if (type === 'TemplateLiteral') {
    const isRaw = parent.type === 'TaggedTemplateExpression';
    return quasis.map(({ value: piece }) => (isRaw ? piece.raw : (piece.cooked ?? ''))).join('\ue000');
  }
  return regex?.pattern ?? (typeof value === 'string' ? value : '');
}

/** `\w` and `\b` know ASCII alone, also with the flag `u`: beside `\p{L}` a foreign letter is a letter and none. */
const asciiClass = /(?<!\\)(?:\\\\)*\\[wWbB]/;
const unicodeClass = /(?<!\\)(?:\\\\)*\\[pP]\{/;
/** White space, what may be absent, white space: each blank can belong to either. */
const twiceBlank =
  /\\s[*+]\??(?:(?:\[(?:\\.|[^\]\\])*\]|\((?:\\.|[^()\\])*\)|\\[pP]\{[^}]*\}|\\.|[^\\()[\]|])[?*]\??)*\\s[*+]/;
/** `(?:\p{L}+\W*)+`: a repetition whose turns can be cut in many ways. */
const repeatedRepetition = /\((?:\?[:=!<]+)?(?:\\[wWsS]|\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\.)[*+]\??\)[*+]/;

const readsForeignTextTwice = (node) => {
  const text = patternText(node);
  if (!unicodeClass.test(text)) return false;
  return asciiClass.test(text) || twiceBlank.test(text) || repeatedRepetition.test(text);
};

/** The rules of this house that no linter has. */
const rule = (message, selectors) => ({
  create: (context) =>
    Object.fromEntries(
      Object.entries(selectors).map(([type, isWrong]) => [
        type,
        (node) => {
          if (isWrong(node, context)) context.report({ node, message });
        },
      ]),
    ),
});

export default {
  meta: { name: 'rostrum' },
  rules: {
    'zod-as-namespace': rule("Write `import * as z from 'zod'`: the named import costs 360 KB in every bundle.", {
      ImportDeclaration: ({ source, specifiers }) =>
        source.value === 'zod' && specifiers.some(({ type }) => type !== 'ImportNamespaceSpecifier'),
    }),
    'no-format-names': rule(
      'Name no format here: what formats differ in is a property of the format, or stands in one typed registry a layer.',
      {
        Literal: (node, context) =>
          (isFormatName(node) && node.parent.type !== 'ImportDeclaration') ||
          (node.regex !== undefined && (namesFormat(node.regex.pattern, context) || isStepPattern(node.regex.pattern))),
        TemplateLiteral: (node, context) =>
          isStepTemplate(node) || node.quasis.some(({ value }) => namesFormat(value.raw, context)),
        BinaryExpression: (node) =>
          isFormatName(node) || (/^[!=]==$/.test(node.operator) && (isUnit(node.left) || isUnit(node.right))),
        MemberExpression: (node, context) => isFormatKey(node, context) || readsPartOfName(node),
        PropertyDefinition: isFormatKey,
        MethodDefinition: isFormatKey,
        Property: (node, context) =>
          node.parent.type === 'ObjectExpression' &&
          !node.computed &&
          formatNames.has(keyOf(node)) &&
          !isRegistry(node.parent, context),
      },
    ),
    'no-format-imports': rule('What is inside a format is its own: ask the format, or its module of this layer.', {
      ImportDeclaration: (node, context) => isInsideFormat(node, context) && !isRegistered(node, context),
    }),
    'no-format-branches': rule('What formats differ in is a property of the format: nothing asks for its name.', {
      BinaryExpression: ({ left, right }) => isFormatName(left) || isFormatName(right),
      SwitchCase: ({ test }) => test !== null && isFormatName(test),
    }),
    'unicode-patterns': rule(
      'A pattern over foreign text is linear and knows every script: no \\w, \\W or \\b beside \\p{…}, no \\s*…\\s* with nothing certain between, no repeated repetition. Say which characters are meant: [^\\p{L}], (?![\\p{L}\\p{N}_]).',
      { Literal: readsForeignTextTwice, TemplateLiteral: readsForeignTextTwice },
    ),
    'no-default-export': rule('Export it by its name.', { ExportDefaultDeclaration: () => true }),
  },
};
