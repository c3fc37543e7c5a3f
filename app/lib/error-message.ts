import { toast } from '#app/components/toast.tsx';
import { authenticationMessages } from '#content/messages/authentication.ts';
import { sessionMessages } from '#content/messages/session.ts';

import { RpcError } from './rpc/rpc-error.ts';
import { isAuthError } from './session/auth-errors.ts';
import { getConfirmationLinkAction } from './session/confirmation-link.tsx';
import { getAuthErrorMessage } from './session/session.ts';

/** Message for a failed passkey or security key. The browser's own messages address developers. */
export const getPasskeyErrorMessage = (error: unknown): string =>
  typeof error === 'object' && error !== null && '__isWebAuthnError' in error
    ? authenticationMessages.deviceErrors.passkeyFailed
    : getAuthErrorMessage(error);

/** Error names for a WebAuthn prompt that was closed or timed out. */
const CANCELED_ERROR_NAMES = new Set(['NotAllowedError', 'AbortError']);

const DEVICE_ERROR_MESSAGES: Readonly<Record<string, string>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: authenticationMessages.deviceErrors.alreadyRegistered,
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: authenticationMessages.deviceErrors.noUserVerification,
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: authenticationMessages.deviceErrors.noPasskeySupport,
};

/** Message for an error of the browser or the authenticator; null for every other error. */
function getDeviceErrorMessage(error: Error & { code?: unknown }): string | null {
  if (error.message === 'Browser does not support WebAuthn')
    return authenticationMessages.deviceErrors.unsupportedBrowser;
  if (CANCELED_ERROR_NAMES.has(error.name)) return authenticationMessages.deviceErrors.canceled;
  const code = typeof error.code === 'string' ? error.code : '';
  if (code in DEVICE_ERROR_MESSAGES) return DEVICE_ERROR_MESSAGES[code] ?? null;
  return code.startsWith('ERROR_') ? authenticationMessages.deviceErrors.other : null;
}

/** Input that is refused before a request. The message is shown at the field. */
export class InputError extends Error {}

/** Message for an error of an RPC function, an auth endpoint, the browser or an authenticator. */
export function getErrorMessage(error: unknown): string {
  if (error instanceof RpcError || error instanceof InputError) return error.message;
  const deviceMessage = error instanceof Error ? getDeviceErrorMessage(error) : null;
  if (deviceMessage !== null) return deviceMessage;
  return isAuthError(error) ? getAuthErrorMessage(error) : sessionMessages.requestErrors.unknown;
}

/** Title and message of the toast for a failed action. The server's title of the error wins over `actionTitle`. */
export const formatErrorToast = (error: unknown, actionTitle: string): { title: string; message: string } => ({
  title: (error instanceof RpcError ? error.title : null) ?? actionTitle,
  message: getErrorMessage(error),
});

/** Shows a failed action in a toast, of which the action's title is the cause: `showErrorToast(error, 'Publishing failed')`. */
export const showErrorToast = (error: unknown, actionTitle: string): void =>
  toast(formatErrorToast(error, actionTitle), {
    cause: actionTitle,
    destructive: true,
    action: getConfirmationLinkAction(error),
  });
