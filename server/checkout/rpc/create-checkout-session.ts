import { z } from 'zod';

import { createAttribution } from '#server/checkout/attribution.ts';
import { startCheckout } from '#server/checkout/start-checkout.ts';
import { createBrowserCookie } from '#server/delivery/paying-browser.ts';
import { defineRpcFunction } from '#server/http/rpc-function.ts';

const MAX_VERSION = 2 ** 31 - 1;

/** Limits for what browsers send. The page's own settings decide which answers it requires. */
const MAX_NAME = 200;
const MAX_ANSWER = 10_000;
const MAX_ANSWERS = 50;
const MAX_BUMP_IDS = 20;
/** Room for twenty long answers in any script. */
const MAX_CHECKOUT_BYTES = 256 * 1024;
const hasFewAnswers = (answers: object): boolean => Object.keys(answers).length <= MAX_ANSWERS;

export const Slug = z.string().min(1).max(100);
/** Longer than any solution of a proof-of-work challenge. */
export const ProofOfWork = z.string().max(2000);

export const CheckoutBody = z.strictObject({
  slug: Slug,
  appliedCoupon: z.string().max(200).nullish(),
  attempt: z.uuid().optional(),
  email: z.email().max(254).optional(),
  termsAccepted: z.boolean().optional(),
  expected: z.strictObject({ amount: z.number().int().min(0), currency: z.string().max(3) }).optional(),
  version: z.number().int().min(1).max(MAX_VERSION).optional(),
  plan: z.string().max(40).optional(),
  amount: z.string().max(40).optional(),
  quantity: z.string().max(40).optional(),
  bumps: z.array(z.string().max(40)).max(MAX_BUMP_IDS).optional(),
  withoutTrial: z.boolean().optional(),
  answers: z.record(z.string().max(MAX_NAME), z.string().max(MAX_ANSWER)).refine(hasFewAnswers).optional(),
  visit: z
    .strictObject({
      referrer: z.string().max(4096).optional(),
      query: z.string().max(4096).optional(),
      embed: z.string().max(2048).optional(),
      touch: z.boolean().optional(),
    })
    .optional(),
  checkout: z.uuid().optional(),
  returnTo: z.string().max(2048).optional(),
  proof: ProofOfWork.optional(),
});

export const createCheckoutSession = defineRpcFunction({
  name: 'create-checkout-session',
  access: 'anyone',
  notInApi: 'Buyers do this on the page itself.',
  body: CheckoutBody,
  maxBytes: MAX_CHECKOUT_BYTES,
  run: async (context, { address, userAgent, country = '', site = context.sites.mainSite, ...request }, body) => {
    const origin = createAttribution(context, body.visit ?? {}, { userAgent, country }, site);
    // A response inside a frame of another site cannot set the cookie, so the way leads through a page of ours.
    const cookies = body.returnTo ? null : request.cookies;
    const { url, attemptId, slug, browser } = await startCheckout(context, body, { address, origin, site, cookies });
    if (browser && body.returnTo)
      return { url: `${site.origin}/c/${slug}/pay/${attemptId}?${new URLSearchParams({ browser: browser.token })}` };
    if (browser) request.setCookie(createBrowserCookie(site.origin, browser));
    return { url };
  },
});
