/** Error of an RPC call. */
export class CallError extends Error {
  /** A code of `domain/errors.ts`, `unreachable` without a response, `unreadable` for a response of another shape. */
  readonly code: string;
  /** Title of the toast; null where only the action knows it. */
  readonly title: string | null;
  /** HTTP status, or 0 without a response. */
  readonly status: number;
  readonly facts: Record<string, unknown>;

  constructor(options: {
    code: string;
    title: string | null;
    message: string;
    status: number;
    facts?: Record<string, unknown>;
  }) {
    super(options.message);
    this.name = 'CallError';
    this.code = options.code;
    this.title = options.title;
    this.status = options.status;
    this.facts = options.facts ?? {};
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const unreachable = (): CallError =>
  new CallError({
    code: 'unreachable',
    title: null,
    message: 'The server did not answer. Please try again in a moment.',
    status: 0,
  });

/** A response of another shape than ours, for example from a proxy. `status` is 0 when the request succeeded. */
export const unreadable = (status = 0): CallError =>
  new CallError({
    code: 'unreadable',
    title: null,
    message: 'Something went wrong on our side. Please try again.',
    status,
  });

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Reads `{ error: { code, title, message, ...details } }`. Any other response leaves the title to the action. */
export async function callErrorFrom(response: Response): Promise<CallError> {
  const body: unknown = await response.json().catch(() => null);
  const error = isRecord(body) ? body.error : null;
  if (!isRecord(error) || !isFilled(error.code) || !isFilled(error.message))
    return unreadable(response.status);
  const { code, title, message, ...facts } = error;
  return new CallError({
    code: String(code),
    title: isFilled(title) ? title : null,
    message: String(message),
    status: response.status,
    facts,
  });
}
