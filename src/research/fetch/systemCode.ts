/** The code of an error of the system or of Node.js, such as `ECONNRESET`. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
