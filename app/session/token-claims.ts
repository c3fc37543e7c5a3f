export type TokenClaims = { sessionId: string | null; aal: string | null; secondStep: boolean };

/** What an access token says, believed as it stands: the doors check it. Nothing of what is no token. */
export function claimsOf(token: string): TokenClaims {
  const claims = payloadOf(token);
  return {
    sessionId: typeof claims.session_id === 'string' ? claims.session_id : null,
    aal: typeof claims.aal === 'string' ? claims.aal : null,
    secondStep: claims.second_step === true,
  };
}

function payloadOf(token: string): Record<string, unknown> {
  const [, payload = ''] = token.split('.');
  try {
    const read: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof read === 'object' && read !== null ? { ...read } : {};
  } catch {
    return {};
  }
}
