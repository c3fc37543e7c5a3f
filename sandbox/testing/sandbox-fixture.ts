// oxlint-disable-next-line no-restricted-imports -- only tests import this file, and they use the real SDK
import Stripe from 'stripe';

import { openSandbox, type Sandbox, type SandboxOptions } from '../index.ts';

/** Returns the types of all Stripe objects inside a value, in alphabetical order, without lists. */
export const listObjectTypes = (value: unknown, types = new Set<string>()): string[] => {
  if (typeof value === 'object' && value !== null) {
    if ('object' in value && typeof value.object === 'string' && value.object !== 'list') types.add(value.object);
    for (const inner of Object.values(value)) listObjectTypes(inner, types);
  }
  return [...types].toSorted();
};

export const origin = 'http://localhost:3000';
export const webhookSecrets = { platform: 'whsec_platform', connect: 'whsec_connect' };
export type Received = { url: string; body: string; header: string; event: Stripe.Event };

export const createClient = (sandbox: Sandbox, options: { key?: string; retries?: number } = {}): Stripe =>
  new Stripe(options.key ?? 'sk_test_rehearsal', {
    apiVersion: '2026-10-28.endive',
    httpClient: Stripe.createFetchHttpClient(sandbox.api),
    maxNetworkRetries: options.retries ?? 0,
    telemetry: false,
  });

export type SandboxFixture = {
  sandbox: Sandbox;
  stripe: Stripe;
  received: Received[];
  /** Status codes of the next deliveries, in order; 200 when none are left. */
  responseStatuses: number[];
  eventTypes: () => string[];
};

/** Opens a sandbox whose events are verified by the real SDK and recorded. */
export const openFixture = (options: Partial<SandboxOptions> = {}): SandboxFixture => {
  const received: Received[] = [];
  const responseStatuses: number[] = [];
  const verifier = new Stripe('sk_test_verifier');
  const sandbox = openSandbox({
    file: null,
    origin,
    endpoints: [
      { url: `${origin}/webhooks/stripe/platform`, secret: webhookSecrets.platform, scope: 'platform' },
      { url: `${origin}/webhooks/stripe/connect`, secret: webhookSecrets.connect, scope: 'connect' },
    ],
    retryDelays: [0, 0, 0],
    deliver: async (url, { headers, body }) => {
      const header = headers['stripe-signature'] ?? '';
      const secret = url.endsWith('/connect') ? webhookSecrets.connect : webhookSecrets.platform;
      received.push({ url, body, header, event: verifier.webhooks.constructEvent(body, header, secret) });
      return { status: responseStatuses.shift() ?? 200 };
    },
    ...options,
  });
  return {
    sandbox,
    stripe: createClient(sandbox),
    received,
    responseStatuses,
    eventTypes: () => received.map(({ event }) => event.type),
  };
};

/** Posts a form to a hosted page, as a browser without JavaScript does. */
export const postForm = async (sandbox: Sandbox, url: string, fields: Record<string, string>): Promise<Response> =>
  sandbox.pages.request(url.replace(`${origin}/sandbox`, ''), {
    method: 'POST',
    body: new URLSearchParams(fields),
  });

export const getPage = async (sandbox: Sandbox, url: string): Promise<Response> =>
  sandbox.pages.request(url.replace(`${origin}/sandbox`, ''));

export const createOnboardingLink = async (stripe: Stripe, account: string): Promise<string> => {
  const link = await stripe.accountLinks.create({
    account,
    type: 'account_onboarding',
    refresh_url: `${origin}/builder?stripe_refresh=true`,
    return_url: `${origin}/builder?stripe_success=true`,
    collection_options: { fields: 'eventually_due' },
  });
  return link.url;
};

/** Creates a connected account that can charge; returns it as SDK request options. */
export const createSeller = async (
  { sandbox, stripe }: SandboxFixture,
  country = 'US',
): Promise<{ stripeAccount: string }> => {
  const account = await stripe.accounts.create({ email: 'seller@example.com' });
  const url = await createOnboardingLink(stripe, account.id);
  await postForm(sandbox, url, {
    business: 'Anna’s Shop',
    country,
    email: 'anna@example.com',
    action: 'submit',
  });
  return { stripeAccount: account.id };
};

type SessionParams = Stripe.Checkout.SessionCreateParams;

/** Parameters of a valid session for one product, merged with `overrides`. */
export const orderParams = (
  overrides: Partial<SessionParams> = {},
  price: { amount?: number; currency?: string } = {},
): SessionParams => {
  const recurring = overrides.mode === 'subscription' ? { recurring: { interval: 'month' as const } } : {};
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: price.currency ?? 'usd',
          unit_amount: price.amount ?? 2900,
          product_data: { name: 'Course', description: 'Ten lessons' },
          ...recurring,
        },
      },
    ],
    success_url: `${origin}/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${origin}/c/course?canceled=true`,
    ...overrides,
  };
};

export const cardForm = (number: string, overrides: Record<string, string> = {}): Record<string, string> => ({
  email: 'buyer@example.com',
  name: 'Bo Buyer',
  number,
  expiry: '12/40',
  cvc: '123',
  action: 'pay',
  ...overrides,
});

/** Creates and pays a session; returns the response of the pay page and the updated session. */
export const buyOrder = async (
  { sandbox, stripe }: SandboxFixture,
  seller: { stripeAccount: string },
  params: SessionParams = orderParams(),
  fields: Record<string, string> = cardForm('4242 4242 4242 4242'),
): Promise<{ response: Response; session: Stripe.Checkout.Session }> => {
  const session = await stripe.checkout.sessions.create(params, seller);
  const response = await postForm(sandbox, session.url ?? '', fields);
  return { response, session: await stripe.checkout.sessions.retrieve(session.id, undefined, seller) };
};

/** Returns the id of a reference, expanded or not. */
export const idOf = (reference: string | { id: string } | null | undefined): string =>
  typeof reference === 'string' ? reference : (reference?.id ?? '');

/** Returns the Stripe error that a call rejects with. */
export const getError = async (call: Promise<unknown>): Promise<Stripe.errors.StripeError> => {
  const error: unknown = await call.then(
    () => new Error('the call succeeded'),
    (reason: unknown) => reason,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw error;
};
