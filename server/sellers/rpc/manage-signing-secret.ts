import { z } from 'zod';

import { defineRpcFunction } from '#server/http/rpc-function.ts';
import { loadSigningSecret, replaceSigningSecret } from '#server/sellers/signing-secret.ts';

const NOT_IN_API = 'Programs of the seller must not read the secret with which they are protected.';

export const showSigningSecret = defineRpcFunction({
  name: 'show-signing-secret',
  access: 'step-up',
  notInApi: NOT_IN_API,
  body: z.strictObject({}),
  run: async (context, { caller }) => ({ secret: await loadSigningSecret(context, context.db, caller.sellerId) }),
});

export const replaceSigningSecretFunction = defineRpcFunction({
  name: 'replace-signing-secret',
  access: 'step-up',
  notInApi: NOT_IN_API,
  body: z.strictObject({}),
  run: async (context, { caller }) => ({ secret: await replaceSigningSecret(context, context.db, caller.sellerId) }),
});
