/** Requests to the mock Stripe of an app in another process, as an operator would send them. */

const AUTHORIZATION = { Authorization: 'Bearer sk_test_bench' };

/** A Stripe list, of which only the ids are used. */
export type StripeList = { data: { id: string }[] };

/**
 * Returns Stripe's response at `/v1/…`; `form` makes it a POST. `account`: a seller's account; the platform's if
 * omitted.
 */
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

/** All objects of a Stripe list. */
export async function listStripe<T extends { id: string }>(
  sandboxUrl: string,
  path: string,
  account?: string,
): Promise<T[]> {
  const all: T[] = [];
  for (;;) {
    const after = all.length > 0 ? `&starting_after=${all.at(-1)?.id}` : '';
    const page = `${path}${path.includes('?') ? '&' : '?'}limit=100${after}`;
    const { data, has_more: hasMore } = await requestStripe<{ data: T[]; has_more: boolean }>(
      sandboxUrl,
      page,
      undefined,
      account,
    );
    all.push(...data);
    if (!hasMore) return all;
  }
}

/** Gives a customer a working card as the default payment method. */
export async function attachCard(sandboxUrl: string, customer: string, card = 'pm_card_visa'): Promise<void> {
  const { id } = await requestStripe<{ id: string }>(sandboxUrl, `payment_methods/${card}/attach`, {
    customer,
  });
  await requestStripe(sandboxUrl, `customers/${customer}`, {
    'invoice_settings[default_payment_method]': id,
  });
}

/** Advances the mock Stripe clock. */
export async function moveClock(sandboxUrl: string, seconds: number): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/sandbox/clock`, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams({ by: String(seconds) }),
  });
  if (!answer.ok) throw new Error(`The clock answered ${answer.status}: ${await answer.text()}`);
}

export type DeliveryCounts = Record<'waiting' | 'delivered' | 'failed' | 'dropped', number>;

/** Makes the mock Stripe lose, repeat and delay deliveries; without faults, it only returns its counts. */
export async function setFaultInjection(sandboxUrl: string, faults?: Record<string, number>): Promise<DeliveryCounts> {
  const form = Object.entries(faults ?? {}).map(([name, value]) => [name, String(value)]);
  const init = faults ? { method: 'POST', body: new URLSearchParams(form) } : {};
  const response = await fetch(`${sandboxUrl}/sandbox/storm`, init);
  return ((await response.json()) as { deliveries: DeliveryCounts }).deliveries;
}

/** What a buyer enters on the Stripe payment page. */
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

/** Pays on the Stripe payment page; returns the URL to which the buyer is redirected. */
export async function payOnPage(url: string, number = CARD.number): Promise<string> {
  const body = new URLSearchParams({ ...CARD, number });
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  const to = answer.headers.get('location');
  if (!to) throw new Error(`Stripe answered ${answer.status} without a redirect`);
  return to;
}

const TIMEOUT_MS = 120_000;
const POLL_INTERVAL_MS = 25;

/** Resolves when the condition returns true; fails after two minutes. */
export async function waitUntil(description: string, condition: () => Promise<boolean>): Promise<void> {
  const late = Date.now() + TIMEOUT_MS;
  while (!(await condition())) {
    if (Date.now() > late) throw new Error(`Timed out waiting for: ${description}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}
