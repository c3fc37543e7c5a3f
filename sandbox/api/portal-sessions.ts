import { invalidRequest, missingParam } from '../core/api-error.ts';
import { endpoint, type CallContext, type Resource } from '../core/call-context.ts';
import { newId } from '../core/ids.ts';
import type { Objects } from '../core/objects.ts';
import { anyValue, integer, list, oneOf, required, shape, text, httpUrl } from '../core/params.ts';
import { listPortalProducts } from './portal-configurations.ts';

type Session = Objects['billing_portal.session'];
type Configuration = Objects['billing_portal.configuration'];
export type Flow = NonNullable<Session['flow']>;

/** Seconds until the URL must be opened, and for which it then stays valid. */
const UNOPENED_LIFETIME_S = 300;
const OPENED_LIFETIME_S = 3600;

const subscriptionRules = { subscription: required(text()) };
const afterCompletion = shape({
  type: required(oneOf('hosted_confirmation', 'portal_homepage', 'redirect')),
  hosted_confirmation: shape({ custom_message: text(500) }),
  redirect: shape({ return_url: required(httpUrl) }),
});
const flowData = shape({
  type: required(
    oneOf('payment_method_update', 'subscription_cancel', 'subscription_update', 'subscription_update_confirm'),
  ),
  after_completion: afterCompletion,
  subscription_cancel: shape({ ...subscriptionRules, retention: anyValue }),
  subscription_update: shape(subscriptionRules),
  subscription_update_confirm: shape({
    ...subscriptionRules,
    discounts: anyValue,
    items: required(list(required(shape({ id: required(text()), price: text(), quantity: integer(0) })), 1)),
  }),
});
type SentFlow = NonNullable<ReturnType<typeof flowData>>;

const createRules = {
  customer: required(text()),
  configuration: text(),
  return_url: httpUrl,
  flow_data: flowData,
  locale: text(),
};

const getConfiguration = (call: CallContext, id: string | undefined): Configuration => {
  if (id === undefined)
    throw invalidRequest(
      'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
    );
  const configuration = call.repository.get('billing_portal.configuration', id, 'configuration');
  if (!configuration.active)
    throw invalidRequest(`The configuration ${id} is not active and cannot be used.`, 'configuration');
  return configuration;
};

const featureOf = {
  payment_method_update: 'payment_method_update',
  subscription_cancel: 'subscription_cancel',
  subscription_update: 'subscription_update',
  subscription_update_confirm: 'subscription_update',
} as const;

/** Checks the subscription of a flow: it must belong to the customer and must not have ended. */
const checkSubscription = (call: CallContext, flow: SentFlow, customer: string): void => {
  if (flow.type === 'payment_method_update') return;
  const param = `flow_data[${flow.type}][subscription]`;
  const id = flow[flow.type]?.subscription;
  if (id === undefined) throw missingParam(param);
  const subscription = call.repository.get('subscription', id, param);
  if (subscription.customer !== customer)
    throw invalidRequest(`The subscription ${id} does not belong to the customer ${customer}.`, param);
  if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired')
    throw invalidRequest(`This subscription cannot be changed because it has been canceled.`, param);
  if (flow.type === 'subscription_cancel' && subscription.cancel_at !== null)
    throw invalidRequest('This subscription cannot be canceled because it is already set to be canceled.', param);
};

const checkNewPrice = (call: CallContext, flow: SentFlow, configuration: Configuration): void => {
  const confirm = flow.subscription_update_confirm;
  if (flow.type !== 'subscription_update_confirm' || !confirm) return;
  const [item] = confirm.items;
  const param = 'flow_data[subscription_update_confirm][items]';
  if (!item) throw missingParam(param);
  const subscription = call.repository.get('subscription', confirm.subscription);
  if (!subscription.items.data.some(({ id }) => id === item.id))
    throw invalidRequest(`No such subscription item: '${item.id}'`, {
      code: 'resource_missing',
      param: `${param}[0][id]`,
    });
  const offeredPrices = listPortalProducts(configuration).flatMap(({ prices }) => prices);
  if (item.price !== undefined && !offeredPrices.includes(item.price))
    throw invalidRequest(
      `The price ${item.price} must also be included in the configuration's features[subscription_update][products].`,
      `${param}[0][price]`,
    );
};

const checkFlow = (call: CallContext, flow: SentFlow, customer: string, configuration: Configuration): void => {
  const feature = featureOf[flow.type];
  if (!configuration.features[feature].enabled)
    throw invalidRequest(`The ${feature} feature is disabled in your portal configuration.`, 'flow_data[type]');
  if (flow.after_completion?.type === 'redirect' && !flow.after_completion.redirect)
    throw missingParam('flow_data[after_completion][redirect]');
  checkSubscription(call, flow, customer);
  checkNewPrice(call, flow, configuration);
};

const buildFlow = (sent: SentFlow): Flow => {
  const { type, after_completion: after } = sent;
  /** The part of the flow's own type. */
  const partOf = <T extends SentFlow['type'] & keyof SentFlow>(name: T) => (type === name ? sent[name] : undefined);
  const cancel = partOf('subscription_cancel');
  const confirm = partOf('subscription_update_confirm');
  const confirmation = after?.type === 'hosted_confirmation' ? after.hosted_confirmation : undefined;
  return {
    after_completion: {
      hosted_confirmation:
        after?.type === 'hosted_confirmation' ? { custom_message: confirmation?.custom_message ?? null } : null,
      redirect: after?.redirect ?? null,
      type: after?.type ?? 'portal_homepage',
    },
    customer_update: null,
    subscription_cancel: cancel ? { retention: null, subscription: cancel.subscription } : null,
    subscription_pause: null,
    subscription_update: partOf('subscription_update') ?? null,
    subscription_update_confirm: confirm
      ? {
          discounts: null,
          items: confirm.items.map(({ id, price = null, quantity = 1 }) => ({ id, price, quantity })),
          subscription: confirm.subscription,
        }
      : null,
    type,
  };
};

const create = endpoint('POST /v1/billing_portal/sessions', createRules, (call, params) => {
  const customer = call.repository.get('customer', params.customer, 'customer').id;
  const configuration = getConfiguration(call, params.configuration);
  if (params.flow_data) checkFlow(call, params.flow_data, customer, configuration);
  const id = newId('bps_1', 23);
  const session: Session = {
    id,
    object: 'billing_portal.session',
    configuration: configuration.id,
    created: call.now,
    customer,
    customer_account: null,
    flow: params.flow_data ? buildFlow(params.flow_data) : null,
    livemode: false,
    locale: params.locale ?? null,
    on_behalf_of: null,
    return_url: params.return_url ?? configuration.default_return_url,
    url: `${call.origin}/sandbox/portal/${id}`,
    hidden: { openedAt: null, finished: false, awaiting: null },
  };
  return call.insert('billing_portal.session', session, 'billing_portal.session.created');
});

/** Returns whether the URL still leads into the portal. */
export const isPortalOpen = (call: CallContext, session: Session): boolean => {
  const { openedAt } = session.hidden;
  return call.now < (openedAt === null ? session.created + UNOPENED_LIFETIME_S : openedAt + OPENED_LIFETIME_S);
};

export const portalSessions: Resource = {
  endpoints: [create],
  references: {
    'billing_portal.session': { configuration: 'billing_portal.configuration' },
  },
};
