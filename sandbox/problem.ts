type Details = { code?: string; param?: string; status?: number };

const messageIn = (body: Record<string, unknown>): string => {
  const { error } = body;
  if (typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string')
    return error.message;
  return 'refused';
};

/**
 * An error response in Stripe's envelope. Throwing it rolls the call's writes back; an endpoint that returns it keeps
 * them.
 */
export class Problem extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;
  /** False for failed parameter checks and refused requests: these are not replayed by Idempotency-Key. */
  readonly kept: boolean;

  constructor(status: number, body: Record<string, unknown>, kept: boolean) {
    super(messageIn(body));
    this.status = status;
    this.body = body;
    this.kept = kept;
  }
}

const envelope = (type: string, message: string, details: Details): Record<string, unknown> => ({
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
export const refusal = (message: string, details: Details = {}): Problem =>
  new Problem(details.status ?? 400, envelope('invalid_request_error', message, details), true);

/** A payment that the card or its issuer refused. */
export const cardProblem = (
  message: string,
  details: Record<string, unknown> & { code: string },
): Problem => {
  const doc_url = `https://docs.stripe.com/error-codes/${details.code.replaceAll('_', '-')}`;
  return new Problem(402, { error: { ...details, doc_url, message, type: 'card_error' } }, true);
};

/** An invalid parameter; not stored under the Idempotency-Key. */
export const badParam = (message: string, param: string, code?: string): Problem =>
  new Problem(400, envelope('invalid_request_error', message, { param, ...(code && { code }) }), false);

/** A request refused before any endpoint handled it: API key, account, path. */
export const turnedAway = (status: number, message: string, code?: string): Problem =>
  new Problem(status, envelope('invalid_request_error', message, code ? { code } : {}), false);

export const idempotencyProblem = (status: 400 | 409, message: string): Problem =>
  status === 409
    ? new Problem(409, envelope('invalid_request_error', message, { code: 'idempotency_key_in_use' }), false)
    : new Problem(400, envelope('idempotency_error', message, {}), false);

export const noSuch = (type: string, id: string, param = 'id'): Problem =>
  refusal(`No such ${type}: '${id}'`, { code: 'resource_missing', param, status: 404 });

/** The response to an unexpected exception. */
export const breakdown = (): Problem =>
  new Problem(
    500,
    envelope('api_error', 'The sandbox failed to answer this request; see its log.', {}),
    true,
  );
