type TokenClaims = {
  userId: string | null;
  /** Empty when the token has no email claim. */
  email: string;
  sessionId: string | null;
  aal: string | null;
  requiresSecondFactor: boolean;
};

/** Decodes the claims of an access token without verifying it; the server does that. Unreadable tokens have no claims. */
export function parseTokenClaims(token: string): TokenClaims {
  const claims = decodePayload(token);
  return {
    userId: typeof claims.sub === 'string' && claims.sub !== '' ? claims.sub : null,
    email: typeof claims.email === 'string' ? claims.email : '',
    sessionId: typeof claims.session_id === 'string' ? claims.session_id : null,
    aal: typeof claims.aal === 'string' ? claims.aal : null,
    requiresSecondFactor: claims.second_step === true,
  };
}

function decodePayload(token: string): Record<string, unknown> {
  const [, payload = ''] = token.split('.');
  try {
    const bytes = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const text = new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
