/** The rules of this house that no linter has. */
const rule = (message, selectors) => ({
  create: (context) =>
    Object.fromEntries(
      Object.entries(selectors).map(([type, isWrong]) => [
        type,
        (node) => {
          if (isWrong(node)) context.report({ node, message });
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
    'no-default-export': rule('Export it by its name.', { ExportDefaultDeclaration: () => true }),
  },
};
