/** The code of an error of the system or of Node.js, such as `ECONNRESET`. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Failures of a connection or a lookup that another try often avoids. */
export const isPassing = (code: string | undefined): boolean => code !== undefined && passing.has(code);

const passing: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'ETIMEOUT',
  'EAI_AGAIN',
  'ESERVFAIL',
]);
