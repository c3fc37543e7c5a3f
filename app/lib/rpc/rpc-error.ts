import { sessionMessages } from '#content/messages/session.ts';
import { isRecord } from '#domain/is-record.ts';

type RpcErrorOptions = Pick<RpcError, 'code' | 'message'> & Partial<Pick<RpcError, 'title' | 'status' | 'details'>>;

export class RpcError extends Error {
  /** A code of `domain/errors.ts`, `unreachable` without a response, `unreadable` for a response of another shape. */
  readonly code: string;
  /** Title of the toast; null where only the action knows it. */
  readonly title: string | null;
  /** HTTP status, or 0 without a response. */
  readonly status: number;
  readonly details: Record<string, unknown>;

  constructor({ code, title = null, message, status = 0, details = {} }: RpcErrorOptions) {
    super(message);
    this.name = 'CallError';
    this.code = code;
    this.title = title;
    this.status = status;
    this.details = details;
  }
}

export const hasErrorCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof RpcError && codes.includes(error.code);

export const createUnreachableError = (): RpcError =>
  new RpcError({ code: 'unreachable', message: sessionMessages.requestErrors.unreachable });

/** A response of another shape than ours, for example from a proxy. `status` is 0 when the request succeeded. */
export const createUnreadableError = (status = 0): RpcError =>
  new RpcError({ code: 'unreadable', message: sessionMessages.requestErrors.serverFailed, status });

const isNonEmptyString = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Reads `{ error: { code, title, message, ...details } }`. Any other response leaves the title to the action. */
export async function parseRpcError(response: Response): Promise<RpcError> {
  const body: unknown = await response.json().catch(() => null);
  const error = isRecord(body) ? body.error : null;
  if (!isRecord(error) || !isNonEmptyString(error.code) || !isNonEmptyString(error.message))
    return createUnreadableError(response.status);
  const { code, title, message, ...details } = error;
  return new RpcError({
    code: String(code),
    title: isNonEmptyString(title) ? title : null,
    message: String(message),
    status: response.status,
    details,
  });
}
