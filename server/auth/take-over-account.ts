import { PROVIDER_NAMES, PROVIDERS } from '#domain/account.ts';

import type { Context } from '#server/context.ts';
import { resetAccountRows, type RemovedFromAccount } from '#server/db/account-reset.ts';
import type { Db } from '#server/db/client.ts';
import { updateSessionsRevoked } from '#server/db/sessions.ts';
import type { UserRow } from '#server/db/users.ts';

import { noteEvent } from './note-event.ts';
import type { Visitor } from './visitor.ts';

/**
 * Resets an account with an unconfirmed address when its owner recovers it, or confirms it in a browser without its
 * session: anyone may have registered that address. Removes sessions, password and everything in `RemovedFromAccount`,
 * but not second factors: an email never bypasses them. Runs in the caller's transaction, which locks the user's row.
 */
export async function takeOverAccount(context: Context, tx: Db, user: UserRow, from: Visitor): Promise<void> {
  if (user.emailConfirmedAt) return;
  const now = { business: context.now(), real: context.realNow() };
  await updateSessionsRevoked(tx, user.id, null, now.real);
  const detail = removedText(await resetAccountRows(tx, user.id, now));
  if (detail) await noteEvent(context, tx, { user, kind: 'account_reset', from, detail });
}

/** Describes what was removed, without names that a stranger chose. Returns an empty string if nothing was. */
function removedText(removed: RemovedFromAccount): string {
  const { passkeys, providers, apiKeys, webhookEndpoints, domains, stripeAccounts, unpublishedPages } =
    removed;
  return [
    counted(passkeys, 'passkey'),
    ...PROVIDERS.filter((provider) => providers.includes(provider)).map(
      (provider) => `${PROVIDER_NAMES[provider]} sign-in`,
    ),
    removed.phone && 'the phone number',
    removed.newEmail && 'a pending email change',
    counted(apiKeys, 'API key'),
    counted(webhookEndpoints, 'webhook endpoint'),
    counted(domains, 'domain'),
    stripeAccounts > 0 && 'the connected Stripe account',
    unpublishedPages > 0 && `the publication of ${counted(unpublishedPages, 'page')}`,
  ]
    .filter(Boolean)
    .join(', ');
}

const counted = (count: number, noun: string): string =>
  count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`;
