import { OpenAI } from 'openai/client';
import { guardedFetch, type Wire } from './guardedFetch';

/** The longest that a timer can wait: the requests are watched here, and the SDK's own limit ends at the headers anyway. */
const never = 2 ** 31 - 1;

/**
 * The SDK without its surroundings: no environment variables, no retries, no log. A client costs nothing and serves one
 * request, so that the key is asked for anew each time and held by nobody.
 */
export function openClient(wire: Wire): OpenAI {
  return withoutCustomHeaders(
    () =>
      new OpenAI({
        baseURL: wire.baseUrl.url,
        // It insists on one. The real one is put on by `guardedFetch`, where there is one.
        apiKey: 'put-on-by-guarded-fetch',
        adminAPIKey: null,
        organization: null,
        project: null,
        webhookSecret: null,
        maxRetries: 0,
        timeout: never,
        logLevel: 'off',
        fetch: guardedFetch(wire),
      }),
  );
}

/** No option keeps the constructor from reading this one, and it throws when a header in it has no fitting name. */
function withoutCustomHeaders<T>(make: () => T): T {
  const kept = process.env['OPENAI_CUSTOM_HEADERS'];
  if (kept === undefined) return make();
  delete process.env['OPENAI_CUSTOM_HEADERS'];
  try {
    return make();
  } finally {
    process.env['OPENAI_CUSTOM_HEADERS'] = kept;
  }
}
