import type { Context } from '#server/context.ts';
import { callStripe } from '#server/stripe/provider-errors.ts';
import { getPlanCatalog } from './plan-catalogue.ts';
import { checkWebhookEndpoints } from './webhook-check.ts';

/**
 * Prepares plans at Stripe at every start and checks the webhook endpoints. Never throws: selling works without it, and
 * missing objects are created at first use.
 */
export async function prepareBilling(context: Context): Promise<void> {
  try {
    await getPlanCatalog(context);
  } catch (error) {
    context.log.error(
      { err: error },
      'plans could not be prepared at the provider; it is tried again at their first use',
    );
  }
  if (context.mode === 'sandbox') return;
  try {
    for (const warning of await callStripe(() => checkWebhookEndpoints(context)))
      context.log.error({ problem: warning }, 'the provider’s events will not come in as they should');
  } catch (error) {
    context.log.warn({ err: error }, 'the endpoints of the provider’s events could not be checked');
  }
}
