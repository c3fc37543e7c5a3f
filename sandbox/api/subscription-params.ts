import { anyValue, flag, integer, list, metadata, oneOf, removedParam, required, shape, text } from '../params.ts';
import { priceDataRules } from './prices.ts';

const itemRule = shape({
  price: text(),
  price_data: shape(priceDataRules),
  quantity: integer(0),
  metadata,
  tax_rates: anyValue,
});

const REMOVED_MESSAGE = 'The `coupon` parameter is no longer supported on Subscriptions. Use `discounts` instead.';

/** Parameters of POST /v1/subscriptions; parameters read by `anyValue` are accepted but have no effect. */
export const createRules = {
  customer: required(text()),
  items: required(list(required(itemRule), 20)),
  automatic_tax: anyValue,
  billing_mode: shape({ type: required(oneOf('flexible')), flexible: anyValue }),
  cancel_at: integer(1),
  cancel_at_period_end: flag,
  collection_method: oneOf('charge_automatically'),
  coupon: removedParam(REMOVED_MESSAGE),
  currency: text(3),
  default_payment_method: text(),
  description: text(500),
  discounts: list(required(shape({ coupon: required(text()) })), 1),
  metadata,
  off_session: flag,
  payment_behavior: oneOf('allow_incomplete', 'default_incomplete', 'error_if_incomplete'),
  payment_settings: shape({
    payment_method_options: anyValue,
    payment_method_types: anyValue,
    save_default_payment_method: oneOf('off', 'on_subscription'),
  }),
  proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
  trial_end: text(),
  trial_period_days: integer(1, 730),
  trial_settings: shape({
    end_behavior: required(
      shape({
        billing_cycle_anchor: oneOf('now', 'unchanged'),
        missing_payment_method: required(oneOf('cancel', 'create_invoice', 'pause')),
      }),
    ),
  }),
};
