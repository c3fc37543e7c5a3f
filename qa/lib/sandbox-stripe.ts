/** The pretend provider of a shop in another process, asked and pushed as an operator would. */

const AUTHORIZATION = { Authorization: 'Bearer sk_test_bench' };

/** A list of the provider, of which only the ids matter. */
export type StripeList = { data: { id: string }[] };

/** What the provider answers at `/v1/…`; `form` makes it a POST. `account`: a seller's; left out: the platform's. */
export async function requestStripe<T>(
  sandboxUrl: string,
  path: string,
  form?: Record<string, string>,
  account?: string,
): Promise<T> {
  const init = form ? { method: 'POST', body: new URLSearchParams(form) } : {};
  const headers = { ...AUTHORIZATION, ...(account && { 'Stripe-Account': account }) };
  const answer = await fetch(`${sandboxUrl}/v1/${path}`, { ...init, headers });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Gives a customer of ours a card that pays, to be charged from now on. */
export async function attachCard(sandboxUrl: string, customer: string, card = 'pm_card_visa'): Promise<void> {
  const { id } = await requestStripe<{ id: string }>(sandboxUrl, `payment_methods/${card}/attach`, {
    customer,
  });
  await requestStripe(sandboxUrl, `customers/${customer}`, {
    'invoice_settings[default_payment_method]': id,
  });
}

/** Moves the provider's clock forwards. */
export async function moveClock(sandboxUrl: string, seconds: number): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/sandbox/clock`, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams({ by: String(seconds) }),
  });
  if (!answer.ok) throw new Error(`The clock answered ${answer.status}: ${await answer.text()}`);
}

/** What a buyer types on the provider's page. */
const CARD = {
  action: 'pay',
  email: 'buyer@example.com',
  name: 'A Buyer',
  country: 'US',
  postcode: '',
  number: '4242 4242 4242 4242',
  expiry: '12 / 40',
  cvc: '123',
};

/** Pays on the provider's page; gives where the buyer is sent then. */
export async function payOnPage(url: string, number = CARD.number): Promise<string> {
  const body = new URLSearchParams({ ...CARD, number });
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  const to = answer.headers.get('location');
  if (!to) throw new Error(`The provider answered ${answer.status} and sent nobody on`);
  return to;
}

const TIMEOUT_MS = 120_000;
const POLL_INTERVAL_MS = 100;

/** Resolves when `holds`; fails after two minutes. */
export async function waitUntil(description: string, condition: () => Promise<boolean>): Promise<void> {
  const late = Date.now() + TIMEOUT_MS;
  while (!(await condition())) {
    if (Date.now() > late) throw new Error(`In vain waited for: ${description}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}
