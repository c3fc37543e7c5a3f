import { trialSettings } from '../billing/subscription-update-params.ts';
import { invalidParam, invalidRequest, missingParam } from '../core/api-error.ts';
import type { CallContext } from '../core/call-context.ts';
import { getAccount } from '../core/connected-accounts.ts';
import type { Objects } from '../core/objects.ts';
import {
  anyValue,
  clearable,
  email,
  flag,
  integer,
  list,
  metadata,
  oneOf,
  removedParam,
  required,
  shape,
  text,
  httpUrl,
  type Rule,
  type ParamValues,
} from '../core/params.ts';
import { priceDataRules } from './prices.ts';

type Params = ParamValues<typeof sessionRules>;

const [MINUTE_S, DAY_S] = [60, 24 * 3600];
const MAX_TRIAL_DAYS = 730;

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
      throw invalidRequest(`You can not pass \`${key}\` in \`${params.mode}\` mode.`, key);
  }
  if (params.mode === 'setup')
    throw invalidRequest('The sandbox plays Checkout in `payment` and `subscription` mode only.', 'mode');
  if ((params.ui_mode ?? 'hosted_page') !== 'hosted_page')
    throw invalidRequest('The sandbox plays the hosted page only.', 'ui_mode');
  if (params.discounts && params.allow_promotion_codes !== undefined)
    throw invalidRequest(
      'You may only specify one of these parameters: allow_promotion_codes, discounts.',
      'allow_promotion_codes',
    );
  if (params.customer !== undefined && params.customer_email !== undefined)
    throw invalidRequest('You may only specify one of these parameters: customer, customer_email.', 'customer');
  if (params.discounts?.[0]?.promotion_code !== undefined)
    throw invalidRequest(`No such promotion code: '${params.discounts[0].promotion_code}'`, {
      code: 'resource_missing',
      param: 'discounts[0][promotion_code]',
    });
  if (params.automatic_tax?.enabled)
    throw invalidRequest('The sandbox has no tax set-up; send automatic_tax[enabled]=false.', 'automatic_tax[enabled]');
};

export const checkSuccessUrl = (value: string | undefined): string => {
  if (value === undefined) throw missingParam('success_url');
  const url = URL.parse(value.replaceAll('{CHECKOUT_SESSION_ID}', 'cs'));
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw invalidParam('Not a valid URL', 'success_url', 'url_invalid');
  return value;
};

/** Returns the time at which the session expires: 30 minutes to 24 hours from now. */
export const checkExpiry = (call: CallContext, expiresAt: number | undefined): number => {
  if (expiresAt === undefined) return call.now + DAY_S;
  if (expiresAt < call.now + 30 * MINUTE_S)
    throw invalidRequest(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      'expires_at',
    );
  if (expiresAt > call.now + DAY_S)
    throw invalidRequest(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      'expires_at',
    );
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

type Session = Objects['checkout.session'];

/** The values below are those of the `stripe` package for `API_VERSION`. */
const locales =
  'auto bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hi-IN hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sv th tr vi zh zh-HK zh-TW';

const fonts =
  'be_vietnam_pro bitter chakra_petch default hahmlet inconsolata inter lato lora m_plus_1_code montserrat noto_sans noto_sans_jp noto_serif nunito open_sans pridi pt_sans pt_serif raleway roboto roboto_slab source_sans_pro titillium_web ubuntu_mono zen_maru_gothic';

const methodTypes =
  'card acss_debit affirm afterpay_clearpay alipay alma amazon_pay au_becs_debit bacs_debit bancontact billie bizum blik boleto cashapp crypto customer_balance eps fpx giropay grabpay ideal kakao_pay klarna konbini kr_card mb_way mobilepay multibanco naver_pay nz_bank_account oxxo p24 pay_by_bank payco paynow paypal paypay payto pix promptpay revolut_pay samsung_pay satispay scalapay sepa_debit sequra sofort sunbit swish twint upi us_bank_account wechat_pay zip';

const colorRule: Rule<string | undefined> = (raw, param) => {
  const value = text()(raw, param);
  if (value !== undefined && !/^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(value))
    throw invalidParam(`Invalid hex color: ${value}`, param);
  return value;
};

const image = shape({ type: required(oneOf('file', 'url')), file: text(), url: httpUrl });

export const locale = oneOf(...locales.split(' '));
const allowedMethods = list(required(oneOf(...methodTypes.split(' '), 'link')));
const excludedMethods = list(required(oneOf(...methodTypes.split(' '))));

const brandingSettings = shape({
  background_color: clearable(colorRule),
  border_style: clearable(oneOf('pill', 'rectangular', 'rounded')),
  button_color: clearable(colorRule),
  display_name: text(),
  font_family: clearable(oneOf(...fonts.split(' '))),
  icon: image,
  logo: image,
});

export const EMPTY_INVOICE_DATA = {
  account_tax_ids: null,
  custom_fields: null,
  description: null,
  footer: null,
  issuer: null,
  metadata: null,
  rendering_options: null,
} satisfies NonNullable<Session['invoice_creation']>['invoice_data'];

/** Merges the given branding with the account's own branding. */
export const brandingOf = (
  call: CallContext,
  input: ReturnType<typeof brandingSettings>,
): Session['branding_settings'] => ({
  background_color: input?.background_color ?? '#ffffff',
  border_style: input?.border_style ?? 'rounded',
  button_color: input?.button_color ?? '#0074d4',
  display_name: input?.display_name ?? getAccount(call).business_profile?.name ?? '',
  font_family: input?.font_family ?? 'default',
  icon: input?.icon ?? null,
  logo: input?.logo ?? null,
});

const lineItem = shape({
  price: text(),
  price_data: shape(priceDataRules),
  quantity: integer(1),
  metadata,
  adjustable_quantity: anyValue,
});

const customField = shape({
  key: required(text(200)),
  label: required(shape({ type: required(oneOf('custom')), custom: required(text(100)) })),
  type: required(oneOf('dropdown', 'numeric', 'text')),
  optional: flag,
  dropdown: anyValue,
  numeric: anyValue,
  text: anyValue,
});

const message = clearable(shape({ message: required(text(1200)) }));
const REMOVED_MESSAGE =
  'The `payment_method_types` parameter is no longer supported on Checkout Sessions. Use `allowed_payment_method_types` or `excluded_payment_method_types` instead, or leave both out for dynamic payment methods.';

/** Parameters of POST /v1/checkout/sessions; parameters read by `anyValue` are accepted but have no effect. */
export const sessionRules = {
  mode: required(oneOf('payment', 'setup', 'subscription')),
  line_items: list(required(lineItem), 100),
  success_url: text(),
  cancel_url: httpUrl,
  return_url: httpUrl,
  ui_mode: oneOf('hosted_page', 'embedded_page', 'form', 'elements'),
  discounts: list(required(shape({ coupon: text(), promotion_code: text() })), 1),
  allow_promotion_codes: flag,
  payment_method_types: removedParam(REMOVED_MESSAGE),
  allowed_payment_method_types: allowedMethods,
  excluded_payment_method_types: excludedMethods,
  adaptive_pricing: shape({ enabled: flag }),
  automatic_tax: shape({ enabled: required(flag) }),
  billing_address_collection: oneOf('auto', 'required'),
  branding_settings: brandingSettings,
  client_reference_id: text(200),
  consent_collection: anyValue,
  currency: text(3),
  custom_fields: list(required(customField), 3),
  custom_text: shape({
    after_submit: message,
    shipping_address: message,
    submit: message,
    terms_of_service_acceptance: message,
  }),
  customer: text(),
  customer_creation: oneOf('always', 'if_required'),
  customer_email: email,
  customer_update: anyValue,
  expires_at: integer(1),
  invoice_creation: anyValue,
  locale,
  metadata,
  origin_context: oneOf('mobile_app', 'web'),
  payment_intent_data: shape({
    metadata,
    description: text(1000),
    receipt_email: email,
    setup_future_usage: oneOf('off_session', 'on_session'),
    statement_descriptor_suffix: text(22),
  }),
  payment_method_collection: oneOf('always', 'if_required'),
  payment_method_options: anyValue,
  phone_number_collection: shape({ enabled: required(flag) }),
  submit_type: oneOf('auto', 'book', 'donate', 'pay', 'subscribe'),
  subscription_data: shape({
    metadata,
    description: text(500),
    trial_period_days: integer(1, MAX_TRIAL_DAYS),
    trial_settings: trialSettings,
  }),
  tax_id_collection: anyValue,
};
