type Details = { code?: string; param?: string; status?: number };

const messageIn = (body: Record<string, unknown>): string => {
  const { error } = body;
  if (typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string')
    return error.message;
  return 'refused';
};

/**
 * An answer in Stripe's error envelope. Thrown anywhere inside a call, it undoes the call's writes; handed back by an
 * endpoint, it keeps them.
 */
export class Problem extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;
  /** False for failed parameter checks and refused calls: those are not replayed by Idempotency-Key. */
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

/** A refusal by the endpoint itself, after its parameters were read. */
export const refusal = (message: string, details: Details = {}): Problem =>
  new Problem(details.status ?? 400, envelope('invalid_request_error', message, details), true);

/** A payment that the card, or the bank behind it, did not let through. */
export const cardProblem = (
  message: string,
  details: Record<string, unknown> & { code: string },
): Problem => {
  const doc_url = `https://docs.stripe.com/error-codes/${details.code.replaceAll('_', '-')}`;
  return new Problem(402, { error: { ...details, doc_url, message, type: 'card_error' } }, true);
};

/** A parameter that could not be read; not stored under the Idempotency-Key. */
export const badParam = (message: string, param: string, code?: string): Problem =>
  new Problem(400, envelope('invalid_request_error', message, { param, ...(code && { code }) }), false);

/** A call turned away before any endpoint saw it: key, account, address. */
export const turnedAway = (status: number, message: string, code?: string): Problem =>
  new Problem(status, envelope('invalid_request_error', message, code ? { code } : {}), false);

export const idempotencyProblem = (status: 400 | 409, message: string): Problem =>
  status === 409
    ? new Problem(409, envelope('invalid_request_error', message, { code: 'idempotency_key_in_use' }), false)
    : new Problem(400, envelope('idempotency_error', message, {}), false);

export const noSuch = (type: string, id: string, param = 'id'): Problem =>
  refusal(`No such ${type}: '${id}'`, { code: 'resource_missing', param, status: 404 });

/** What an unforeseen exception looks like from outside. */
export const breakdown = (): Problem =>
  new Problem(
    500,
    envelope('api_error', 'The sandbox failed to answer this request; see its log.', {}),
    true,
  );
