type ErrorDetails = { code?: string; param?: string; status?: number };

const getMessage = (body: Record<string, unknown>): string => {
  const { error } = body;
  if (typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string')
    return error.message;
  return 'refused';
};

/**
 * An error response in Stripe's envelope. Throwing it rolls the call's writes back; an endpoint that returns it keeps
 * them.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;
  /** False for failed parameter checks and refused requests: these are not replayed by Idempotency-Key. */
  readonly isReplayable: boolean;

  constructor(status: number, body: Record<string, unknown>, isReplayable: boolean) {
    super(getMessage(body));
    this.status = status;
    this.body = body;
    this.isReplayable = isReplayable;
  }
}

const envelope = (type: string, message: string, details: ErrorDetails): Record<string, unknown> => ({
  error: {
    ...(details.code && {
      code: details.code,
      doc_url: `https://docs.stripe.com/error-codes/${details.code.replaceAll('_', '-')}`,
    }),
    message,
    ...(details.param && { param: details.param }),
    type,
  },
});

/** An error of the endpoint itself, after its parameters were parsed. */
export const invalidRequest = (message: string, details: ErrorDetails = {}): ApiError =>
  new ApiError(details.status ?? 400, envelope('invalid_request_error', message, details), true);

/** A payment that the card or its issuer refused. */
export const cardError = (message: string, details: Record<string, unknown> & { code: string }): ApiError => {
  const doc_url = `https://docs.stripe.com/error-codes/${details.code.replaceAll('_', '-')}`;
  return new ApiError(402, { error: { ...details, doc_url, message, type: 'card_error' } }, true);
};

/** An invalid parameter; not stored under the Idempotency-Key. */
export const invalidParam = (message: string, param: string, code?: string): ApiError =>
  new ApiError(400, envelope('invalid_request_error', message, { param, ...(code && { code }) }), false);

/** A request refused before any endpoint handled it: API key, account, path. */
export const requestRejected = (status: number, message: string, code?: string): ApiError =>
  new ApiError(status, envelope('invalid_request_error', message, code ? { code } : {}), false);

export const idempotencyError = (status: 400 | 409, message: string): ApiError =>
  status === 409
    ? new ApiError(409, envelope('invalid_request_error', message, { code: 'idempotency_key_in_use' }), false)
    : new ApiError(400, envelope('idempotency_error', message, {}), false);

export const resourceMissing = (type: string, id: string, param = 'id'): ApiError =>
  invalidRequest(`No such ${type}: '${id}'`, { code: 'resource_missing', param, status: 404 });

/** The response to an unexpected exception. */
export const internalError = (): ApiError =>
  new ApiError(500, envelope('api_error', 'The sandbox failed to answer this request; see its log.', {}), true);
