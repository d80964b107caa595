/** An error response of the API, with the documented body. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    readonly type: string,
    message: string,
    readonly extra: { code?: string; retryAfter?: number | string } = {},
  ) {
    super(message);
  }
}

/** An invalid request, by far the most frequent error. */
export const invalid = (message: string): ApiError => new ApiError(400, 'invalid_request_error', message);

/** Error type by status, see the API's page on errors. */
export const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'conflict_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

export const errorBody = (error: ApiError, requestId: string): string =>
  JSON.stringify({
    type: 'error',
    error: {
      type: error.type,
      message: error.message,
      ...(error.extra.code === undefined ? {} : { details: { error_code: error.extra.code } }),
    },
    request_id: requestId,
  });
