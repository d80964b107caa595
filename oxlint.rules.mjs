import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Those that run, from their registry. */
export const formatNames = new Set(
  /const byName = \{ ([\w, ]+) \}/
    .exec(readFileSync(join(import.meta.dirname, 'src/debate/formats/registry.ts'), 'utf8'))[1]
    .split(', '),
);

/** Where formats are named: their rooms in each layer, and importers, which know what their records are of. */
export const formatRooms = ['src/**/formats/**', 'src/reports/{tribunal,dialectic}/**', 'src/importers/**'];

const isFormatName = ({ type, value }) => type === 'Literal' && formatNames.has(value);

/** An object by formats that the compiler holds to their names. */
const isRegistry = ({ type, parent }, { sourceCode }) =>
  type === 'ObjectExpression' &&
  parent.type === 'VariableDeclarator' &&
  parent.id.typeAnnotation != null &&
  sourceCode.getText(parent.id.typeAnnotation).includes('FormatName');

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
        Literal: (node) => isFormatName(node) && node.parent.type !== 'ImportDeclaration',
        Property: ({ key, computed, parent }, context) =>
          parent.type === 'ObjectExpression' &&
          !computed &&
          formatNames.has(key.name ?? key.value) &&
          !isRegistry(parent, context),
      },
    ),
    'no-format-branches': rule('What formats differ in is a property of the format: nothing asks for its name.', {
      BinaryExpression: ({ left, right }) => isFormatName(left) || isFormatName(right),
      SwitchCase: ({ test }) => test !== null && isFormatName(test),
    }),
    'no-default-export': rule('Export it by its name.', { ExportDefaultDeclaration: () => true }),
  },
};
