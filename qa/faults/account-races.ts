/** Races for a seller's Stripe account. */
import { completeOnboarding } from '../../e2e/support/seller.ts';
import { listErrorCodes, callFourTimes } from '../lib/rpc-calls.ts';
import { requestStripe } from '../lib/sandbox-stripe.ts';
import { listFaults, type Fault, type Racer, type RaceTestEnv } from './race-test-env.ts';

/** Sends four concurrent "Connect" requests; afterwards the account is able to sell. */
export async function raceForAccount(testEnv: RaceTestEnv, { seller }: Racer): Promise<Fault[]> {
  const answers = await callFourTimes(testEnv.urls, seller, 'stripe-connect-onboarding', {});
  const { rows } = await testEnv.db.query<{ account: string | null }>(
    `select a.account_id as account from provider_accounts a join sellers s on s.id = a.seller_id where s.user_id = $1`,
    [seller.session.user.id],
  );
  await completeOnboarding(seller);
  return listFaults('account', seller.email, {
    'every request leads to the onboarding form': listErrorCodes(answers).length === 0,
    'one account is stored': rows.length === 1 && rows.every(({ account }) => account !== null),
  });
}

type Accounts = { data: { id: string; email: string }[]; has_more: boolean };

/** Lists the sellers without exactly one Stripe account, whether or not the app has stored it. */
export async function findStrayAccounts({ sandboxUrl }: RaceTestEnv, racers: readonly Racer[]): Promise<Fault[]> {
  const counts = new Map<string, number>();
  let after = '';
  for (;;) {
    const { data, has_more } = await requestStripe<Accounts>(sandboxUrl, `accounts?limit=100${after}`);
    for (const { email } of data) counts.set(email, (counts.get(email) ?? 0) + 1);
    if (!has_more) break;
    after = `&starting_after=${data.at(-1)?.id}`;
  }
  return racers.flatMap(({ seller: { email } }) =>
    listFaults('account', email, { 'one account at Stripe': counts.get(email) === 1 }),
  );
}
