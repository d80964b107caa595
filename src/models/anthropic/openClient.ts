import { BaseAnthropic } from '@anthropic-ai/sdk/client';
import { guardedFetch, type Wire } from './guardedFetch';

/** The longest that a timer can wait: the requests are watched here, and the SDK's own limit ends at the headers anyway. */
const never = 2 ** 31 - 1;

/**
 * The SDK without its surroundings: no environment variables, no profile files, no retries, no log, no traces. A client
 * costs nothing and serves one request, so that the key is asked for anew each time and held by nobody.
 */
export const openClient = (wire: Wire): BaseAnthropic =>
  new BaseAnthropic({
    // "…/v1" is how addresses of other APIs end; here it is part of the paths.
    baseURL: wire.baseUrl.url.replace(/\/v1$/, ''),
    // Without a credential the SDK looks for one in the environment and on disk. The real one is put on by `guardedFetch`.
    apiKey: 'put-on-by-guarded-fetch',
    authToken: null,
    webhookKey: null,
    maxRetries: 0,
    timeout: never,
    logLevel: 'off',
    openTelemetry: false,
    fetch: guardedFetch(wire),
  });
