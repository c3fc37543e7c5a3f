/** Reads a field of a posted form or a URL query, trimmed; empty if it is missing. */
export type FieldReader = (name: string) => string;

export const createFieldReader =
  (entries: FormData | URLSearchParams): FieldReader =>
  (name) => {
    const value = entries.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };

/** The client's network address. The HTTP server sets the header, and drops it from incoming requests. */
export const getClientAddress = (request: Request): string => request.headers.get('x-client-address') ?? 'unknown';
