import { randomBytes } from 'node:crypto';

import type { Context as Call } from 'hono';

import { textOf } from '#server/auth/auth-body.ts';
import { AuthError } from '#server/auth/auth-error.ts';
import { limitProviderDoors } from '#server/auth/auth-limits.ts';
import type { Context } from '#server/context.ts';
import { updateFlowStateReturned, updateFlowStateTaken, type FlowStateRow } from '#server/db/flow-states.ts';
import { clientAddress } from '#server/http/rate-limits.ts';
import { SEALED_CELLS } from '#server/sealed-cell.ts';

import type { Away } from './authorize.ts';
import { providerOf } from './identity-provider.ts';
import { comeBack } from './journey.ts';
import { refuseLink } from './link-identity.ts';
import type { Profile } from './profile.ts';
import { addressWith, orBackWithError, signInPage } from './send-back.ts';
import { wayIn } from './way-in.ts';

/** Encrypted result of a flow until the browser that started it presents its code verifier. */
export type Returned = { profile: Profile; sessionId: string | null };

const CODE_MS = 5 * 60_000;
/** Error codes for a canceled sign-in: that of Google and GitHub, and that of Apple. */
const CANCELLED = new Set(['access_denied', 'user_cancelled_authorize']);

/**
 * GET callback, and POST from providers that use form_post. Creates no session, since nothing proves that this browser
 * started the flow: it returns a code that works only with the PKCE verifier.
 */
export async function callback(context: Context, call: Call): Promise<Response> {
  const parameters = await parametersOf(call);
  const state = parameters.get('state') ?? '';
  const address = await orBackWithError(context, signInPage(context), async () => {
    await limitProviderDoors(context, 'callback', clientAddress(call));
    const flow = await updateFlowStateTaken(context.db, context.secrets.hashes(state));
    if (!flow) throw new AuthError('bad_oauth_state');
    return orBackWithError(context, flow.redirectTo, async () =>
      addressWith(flow.redirectTo, { code: await codeFor(context, flow, parameters, state) }),
    );
  });
  return call.redirect(address, 303);
}

async function parametersOf(call: Call): Promise<URLSearchParams> {
  if (call.req.method === 'GET') return new URL(call.req.url).searchParams;
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(call.req.header('content-type') ?? '')) {
    throw new AuthError('unsupported_media_type');
  }
  return new URLSearchParams(await textOf(call));
}

/** Creates the auth code for the returned user. Checks that would fail later run now, where errors can be shown. */
async function codeFor(
  context: Context,
  flow: FlowStateRow,
  parameters: URLSearchParams,
  state: string,
): Promise<string> {
  const { secrets, db } = context;
  if (flow.expiresAt <= context.realNow()) throw new AuthError('bad_oauth_state');
  if (CANCELLED.has(parameters.get('error') ?? '')) throw new AuthError('access_denied');
  const away = JSON.parse(secrets.unseal(flow.sealedSecrets, SEALED_CELLS.flowState(flow.id))) as Away;
  const provider = providerOf(context, flow.provider);
  const profile = await comeBack(context, provider, { parameters, state, secrets: away });
  if (flow.linksUserId === null) await wayIn(db, profile);
  else await refuseLink(db, flow.linksUserId, profile);
  const code = randomBytes(32).toString('base64url');
  const returned: Returned = { profile, sessionId: away.sessionId };
  await updateFlowStateReturned(db, flow.id, {
    authCodeHash: secrets.hash(code),
    sealedSecrets: secrets.seal(JSON.stringify(returned), SEALED_CELLS.flowState(flow.id)),
    expiresAt: new Date(context.realNow().getTime() + CODE_MS),
  });
  return code;
}
