import type { CallContext } from '../call.ts';
import { getAccount } from '../connected-accounts.ts';
import type { ParamValues } from '../params.ts';
import { invalidParam, invalidRequest } from '../problem.ts';
import type { sessionRules } from './checkout-params.ts';

type Params = ParamValues<typeof sessionRules>;

const [MINUTE_S, DAY_S] = [60, 24 * 3600];

/** Parameters that are allowed in one mode only. */
const MODE_SPECIFIC_PARAMS = {
  payment_intent_data: 'payment',
  customer_creation: 'payment',
  invoice_creation: 'payment',
  subscription_data: 'subscription',
  payment_method_collection: 'subscription',
} as const;

/** Refuses parameters that exclude each other or that the sandbox does not support. */
export const checkCombination = (params: Params): void => {
  for (const [key, mode] of Object.entries(MODE_SPECIFIC_PARAMS)) {
    const value = params[key as keyof typeof MODE_SPECIFIC_PARAMS];
    if (value !== undefined && params.mode !== mode)
      throw invalidRequest(`You can not pass \`${key}\` in \`${params.mode}\` mode.`, { param: key });
  }
  if (params.mode === 'setup')
    throw invalidRequest('The sandbox plays Checkout in `payment` and `subscription` mode only.', {
      param: 'mode',
    });
  if ((params.ui_mode ?? 'hosted_page') !== 'hosted_page')
    throw invalidRequest('The sandbox plays the hosted page only.', { param: 'ui_mode' });
  if (params.discounts && params.allow_promotion_codes !== undefined)
    throw invalidRequest('You may only specify one of these parameters: allow_promotion_codes, discounts.', {
      param: 'allow_promotion_codes',
    });
  if (params.customer !== undefined && params.customer_email !== undefined)
    throw invalidRequest('You may only specify one of these parameters: customer, customer_email.', {
      param: 'customer',
    });
  if (params.discounts?.[0]?.promotion_code !== undefined)
    throw invalidRequest(`No such promotion code: '${params.discounts[0].promotion_code}'`, {
      code: 'resource_missing',
      param: 'discounts[0][promotion_code]',
    });
  if (params.automatic_tax?.enabled)
    throw invalidRequest('The sandbox has no tax set-up; send automatic_tax[enabled]=false.', {
      param: 'automatic_tax[enabled]',
    });
};

export const checkSuccessUrl = (value: string | undefined): string => {
  if (value === undefined)
    throw invalidParam('Missing required param: success_url.', 'success_url', 'parameter_missing');
  const url = URL.parse(value.replaceAll('{CHECKOUT_SESSION_ID}', 'cs'));
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw invalidParam('Not a valid URL', 'success_url', 'url_invalid');
  return value;
};

/** Returns the time at which the session expires: 30 minutes to 24 hours from now. */
export const checkExpiry = (call: CallContext, expiresAt: number | undefined): number => {
  if (expiresAt === undefined) return call.now + DAY_S;
  if (expiresAt < call.now + 30 * MINUTE_S)
    throw invalidRequest('The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.', {
      param: 'expires_at',
    });
  if (expiresAt > call.now + DAY_S)
    throw invalidRequest('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.', {
      param: 'expires_at',
    });
  return expiresAt;
};

/** Stripe allows Checkout only for accounts that have a name and can charge. */
export const checkAccount = (call: CallContext): void => {
  const account = getAccount(call);
  const name = account.business_profile?.name ?? account.settings?.dashboard.display_name;
  if (!name)
    throw invalidRequest(
      'In order to use Checkout, you must set an account or business name at https://dashboard.stripe.com/account.',
    );
  if (!account.charges_enabled)
    throw invalidRequest('Your account cannot currently make charges. Finish the onboarding of this account first.');
};
