import { authProblem } from './session.ts';

const GIVEN_UP = 'Nothing was used. Try again, or choose another way.';

/** The words for a passkey or security key that did not work: the browser's own speak to programmers. */
export const keyProblem = (error: unknown): string =>
  typeof error === 'object' && error !== null && '__isWebAuthnError' in error ? GIVEN_UP : authProblem(error);
