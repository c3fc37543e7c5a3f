/** Races for a seller's account at the provider. */
import { onboard } from '../e2e/seller.ts';
import { askProvider } from './provider.ts';
import { codesOf, fourAtOnce } from './race-calls.ts';
import { faultsOf, type Fault, type Racer, type RaceWorld } from './race-world.ts';

/** Four presses on "Connect" at once; afterwards the account is one that can sell. */
export async function raceForAccount(world: RaceWorld, { seller }: Racer): Promise<Fault[]> {
  const answers = await fourAtOnce(world.doors, seller, 'stripe-connect-onboarding', {});
  const { rows } = await world.db.query<{ account: string | null }>(
    `select a.account_id as account from provider_accounts a join sellers s on s.id = a.seller_id where s.user_id = $1`,
    [seller.session.user.id],
  );
  await onboard(seller);
  return faultsOf('account', seller.email, {
    'every press leads to the form': codesOf(answers).length === 0,
    'one account is kept': rows.length === 1 && rows.every(({ account }) => account !== null),
  });
}

type Accounts = { data: { id: string; email: string }[]; has_more: boolean };

/** Whoever has not exactly one account at the provider, be it kept or forgotten. */
export async function strayAccounts({ sandboxUrl }: RaceWorld, racers: readonly Racer[]): Promise<Fault[]> {
  const counts = new Map<string, number>();
  let after = '';
  for (;;) {
    const { data, has_more } = await askProvider<Accounts>(sandboxUrl, `accounts?limit=100${after}`);
    for (const { email } of data) counts.set(email, (counts.get(email) ?? 0) + 1);
    if (!has_more) break;
    after = `&starting_after=${data.at(-1)?.id}`;
  }
  return racers.flatMap(({ seller: { email } }) =>
    faultsOf('account', email, { 'one account at the provider': counts.get(email) === 1 }),
  );
}
