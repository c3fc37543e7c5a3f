import { IDENTITY_PROVIDER_NAMES, IDENTITY_PROVIDERS } from '#domain/account.ts';

import type { Context } from '#server/context.ts';
import { resetAccountRows, type RemovedFromAccount } from '#server/db/account-reset.ts';
import type { Db } from '#server/db/client.ts';
import { revokeUserSessions } from '#server/db/sessions.ts';
import type { UserRow } from '#server/db/users.ts';

import { recordSecurityEvent } from './note-event.ts';
import type { ClientInfo } from './visitor.ts';

/**
 * Resets an account with an unconfirmed address when its owner recovers it, or confirms it in a browser without its
 * session: anyone may have registered that address. Removes sessions, password and everything in `RemovedFromAccount`,
 * but not second factors: an email never bypasses them. Runs in the caller's transaction, which locks the user's row.
 */
export async function resetUnconfirmedAccount(
  context: Context,
  tx: Db,
  user: UserRow,
  client: ClientInfo,
): Promise<void> {
  if (user.emailConfirmedAt) return;
  const now = { business: context.now(), real: context.realNow() };
  await revokeUserSessions(tx, user.id, null, now.real);
  const detail = describeRemoved(await resetAccountRows(tx, user.id, now));
  if (detail) await recordSecurityEvent(context, tx, { user, kind: 'account_reset', client, detail });
}

/** Describes what was removed, without names that a stranger chose. Returns an empty string if nothing was. */
function describeRemoved(removed: RemovedFromAccount): string {
  const { passkeys, providers, apiKeys, webhookEndpoints, domains, stripeAccounts, unpublishedPages } = removed;
  return [
    formatCount(passkeys, 'passkey'),
    ...IDENTITY_PROVIDERS.filter((provider) => providers.includes(provider)).map(
      (provider) => `${IDENTITY_PROVIDER_NAMES[provider]} sign-in`,
    ),
    removed.phone && 'the phone number',
    removed.newEmail && 'a pending email change',
    formatCount(apiKeys, 'API key'),
    formatCount(webhookEndpoints, 'webhook endpoint'),
    formatCount(domains, 'domain'),
    stripeAccounts > 0 && 'the connected Stripe account',
    unpublishedPages > 0 && `the publication of ${formatCount(unpublishedPages, 'page')}`,
  ]
    .filter(Boolean)
    .join(', ');
}

const formatCount = (count: number, noun: string): string =>
  count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`;
