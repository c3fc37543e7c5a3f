import type { Door } from '../door.ts';
import { signingIn } from '../log-sign-in.ts';
import { listOwnPasskeys, removePasskey, renamePasskey } from './own-passkeys.ts';
import { passkeyRegistrationOptions, verifyPasskeyRegistration } from './register-passkey.ts';
import { passkeySignInOptions, verifyPasskeySignIn } from './sign-in-passkey.ts';

export const PASSKEY_DOORS: readonly Door[] = [
  { method: 'POST', path: '/passkeys/registration/options', open: passkeyRegistrationOptions },
  { method: 'POST', path: '/passkeys/registration/verify', open: verifyPasskeyRegistration },
  { method: 'POST', path: '/passkeys/authentication/options', open: passkeySignInOptions },
  {
    method: 'POST',
    path: '/passkeys/authentication/verify',
    open: signingIn('passkey', verifyPasskeySignIn),
  },
  { method: 'GET', path: '/passkeys', open: listOwnPasskeys },
  { method: 'PATCH', path: '/passkeys/:id', open: renamePasskey },
  { method: 'DELETE', path: '/passkeys/:id', open: removePasskey },
];
