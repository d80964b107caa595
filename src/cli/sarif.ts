interface SarifParts {
  rules: readonly object[];
  results: readonly object[];
  /** Bases of relative addresses. */
  bases?: object;
}

/** A SARIF 2.1.0 log, for code scanning and editors. */
export const sarifLog = ({ rules, results, bases }: SarifParts): object => ({
  $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name: 'rostrum', rules } },
      columnKind: 'utf16CodeUnits',
      ...(bases === undefined ? {} : { originalUriBaseIds: bases }),
      results,
    },
  ],
});

/** Encodes a path; a drive's colon stays. */
export const encodedPath = (path: string): string =>
  path
    .split('/')
    .map((segment) => (/^[a-z]:$/i.test(segment) ? segment : encodeURIComponent(segment)))
    .join('/');
