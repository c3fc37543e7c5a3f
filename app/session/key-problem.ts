import { authProblem } from './session.ts';

const GIVEN_UP = 'Nothing was used. Try again, or choose another way.';

/** Message for a failed passkey or security key. The browser's own messages address developers. */
export const keyProblem = (error: unknown): string =>
  typeof error === 'object' && error !== null && '__isWebAuthnError' in error ? GIVEN_UP : authProblem(error);
