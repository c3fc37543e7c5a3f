import { isJsonObject } from './json.ts';

type ErrorDetails = { code?: string; param?: string; status?: number };

const getMessage = ({ error }: Record<string, unknown>): string =>
  isJsonObject(error) && typeof error['message'] === 'string' ? error['message'] : 'refused';

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

/** Returns an error code with the address of its documentation, as Stripe's errors have both. */
export const codeFields = (code: string) => ({
  code,
  doc_url: `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}`,
});

const envelope = (type: string, message: string, details: ErrorDetails): Record<string, unknown> => ({
  error: {
    ...(details.code && codeFields(details.code)),
    message,
    ...(details.param && { param: details.param }),
    type,
  },
});

/** An error of the endpoint itself, after its parameters were parsed. A text as `details` names the parameter. */
export const invalidRequest = (message: string, details: string | ErrorDetails = {}): ApiError => {
  const { status = 400, ...fields } = typeof details === 'string' ? { param: details } : details;
  return new ApiError(status, envelope('invalid_request_error', message, fields), true);
};

/** A payment that the card or its issuer refused. */
export const cardError = (message: string, details: Record<string, unknown> & { code: string }): ApiError => {
  const { doc_url } = codeFields(details.code);
  return new ApiError(402, { error: { ...details, doc_url, message, type: 'card_error' } }, true);
};

/** An invalid parameter; not stored under the Idempotency-Key. */
export const invalidParam = (message: string, param: string, code?: string): ApiError =>
  new ApiError(400, envelope('invalid_request_error', message, { param, ...(code && { code }) }), false);

export const missingParam = (param: string, message = `Missing required param: ${param}.`): ApiError =>
  invalidParam(message, param, 'parameter_missing');

/** Two parameters that exclude each other were sent. */
export const exclusiveParams = (one: string, other: string, param: string): ApiError =>
  invalidParam(`You may only specify one of these parameters: ${one}, ${other}.`, param);

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
  new ApiError(500, envelope('api_error', 'The sandbox couldn’t answer this request. See its log.', {}), true);
