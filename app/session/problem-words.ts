import { CallError } from './call-error.ts';
import { authProblem } from './session.ts';

/** What a browser calls it when its window for keys was closed, or nobody touched a key in time. */
const LEFT = new Set(['NotAllowedError', 'AbortError']);

const OF_DEVICE: Readonly<Record<string, string>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'This one is on your account already.',
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT:
    'This one cannot check that it is you. Set a PIN on it, or take another.',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT:
    'This one cannot hold a passkey. Take another.',
};

/** The words for what the browser or the key itself refused; null for every other error. */
function deviceWords(error: Error & { code?: unknown }): string | null {
  if (error.message === 'Browser does not support WebAuthn')
    return 'This browser knows neither security keys nor passkeys. Please try another one.';
  if (LEFT.has(error.name)) return 'It was not confirmed in time. Nothing has changed.';
  const code = typeof error.code === 'string' ? error.code : '';
  if (code in OF_DEVICE) return OF_DEVICE[code] ?? null;
  return code.startsWith('ERROR_')
    ? 'Your device could not do that. Please try again, or take another.'
    : null;
}

/** Why something did not happen, in words: refused by a function, an auth door, the browser or a key. */
export function problemWords(error: unknown): string {
  if (error instanceof CallError) return error.message;
  return (error instanceof Error ? deviceWords(error) : null) ?? authProblem(error);
}
