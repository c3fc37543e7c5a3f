import type Stripe from 'stripe';

import type { CallContext, Resource } from '../core/call-context.ts';
import { getAccount } from '../core/connected-accounts.ts';
import { computedListEndpoint } from '../core/list-endpoint.ts';
import { listStandIns } from '../payments/stand-in-methods.ts';

/** Methods that every account of the sandbox has, and some that it has turned off, as at Stripe. */
const ALWAYS_ON = ['apple_pay', 'card', 'google_pay', 'link'];
const SWITCHABLE = ['ideal', 'klarna', 'multibanco', 'us_bank_account'];
const ALWAYS_OFF = ['paypal', 'twint'];

const setting = (available: boolean) => {
  const value = available ? 'on' : 'off';
  return { available, display_preference: { overridable: true, preference: value, value } };
};

/** The configuration of an account for our platform: a child of the platform's own. */
const buildConfiguration = (call: CallContext): Stripe.PaymentMethodConfiguration => {
  const hasDebits = (getAccount(call).hidden.bankDebits ?? 'off') !== 'off';
  const on: string[] = [...ALWAYS_ON, ...listStandIns(call), ...(hasDebits ? ['us_bank_account'] : [])];
  const methods = [...ALWAYS_ON, ...SWITCHABLE, ...ALWAYS_OFF].map((type) => [type, setting(on.includes(type))]);
  return {
    id: 'pmc_1Sandbox',
    object: 'payment_method_configuration',
    active: true,
    application: 'ca_Sandbox',
    is_default: true,
    livemode: false,
    name: 'Default',
    parent: 'pmc_1SandboxPlatform',
    ...Object.fromEntries(methods),
  };
};

export const paymentMethodConfigurations: Resource = {
  endpoints: [computedListEndpoint('/v1/payment_method_configurations', (call) => [buildConfiguration(call)])],
};
