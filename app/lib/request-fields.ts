/** Reads a field of a posted form or a URL query, trimmed; empty if it is missing. */
export type FieldReader = (name: string) => string;

export const createFieldReader =
  (entries: FormData | URLSearchParams): FieldReader =>
  (name) => {
    const value = entries.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };

/**
 * Reads what a posted form is for: the value of the clicked button, which follows the default of a hidden input. Enter
 * applies a typed coupon code.
 */
export function readIntent(form: FormData): string {
  const intent = form.getAll('intent').at(-1);
  if (typeof intent !== 'string') return '';
  return intent === 'enter' && createFieldReader(form)('code') ? 'coupon' : intent;
}

/** The client's IP address. The HTTP server sets the header, and drops it from incoming requests. */
export const getClientAddress = (request: Request): string => request.headers.get('x-client-address') ?? 'unknown';
