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
} from '../params.ts';
import { allowedMethods, brandingSettings, excludedMethods, locale } from './checkout-presentation.ts';
import { priceDataRules } from './prices.ts';

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
  subscription_data: shape({ metadata, description: text(500) }),
  tax_id_collection: anyValue,
};
