import { getAuthErrorMessage } from './session.ts';

const CANCELED_MESSAGE = 'Nothing was used. Try again, or choose another way.';

/** Message for a failed passkey or security key. The browser's own messages address developers. */
export const getPasskeyErrorMessage = (error: unknown): string =>
  typeof error === 'object' && error !== null && '__isWebAuthnError' in error
    ? CANCELED_MESSAGE
    : getAuthErrorMessage(error);
