import type { AuthRoute } from '../door.ts';
import { withSignInLog } from '../log-sign-in.ts';
import { listOwnPasskeys, removePasskey, renamePasskey } from './own-passkeys.ts';
import { createPasskeyRegistrationOptions, verifyPasskeyRegistration } from './register-passkey.ts';
import { createPasskeySignInOptions, verifyPasskeySignIn } from './sign-in-passkey.ts';

export const PASSKEY_ROUTES: readonly AuthRoute[] = [
  { method: 'POST', path: '/passkeys/registration/options', handler: createPasskeyRegistrationOptions },
  { method: 'POST', path: '/passkeys/registration/verify', handler: verifyPasskeyRegistration },
  { method: 'POST', path: '/passkeys/authentication/options', handler: createPasskeySignInOptions },
  {
    method: 'POST',
    path: '/passkeys/authentication/verify',
    handler: withSignInLog('passkey', verifyPasskeySignIn),
  },
  { method: 'GET', path: '/passkeys', handler: listOwnPasskeys },
  { method: 'PATCH', path: '/passkeys/:id', handler: renamePasskey },
  { method: 'DELETE', path: '/passkeys/:id', handler: removePasskey },
];
