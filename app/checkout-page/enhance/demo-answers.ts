import type { ErrorBody } from '#domain/errors.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

/** Duration of the simulated payment, with and without script. */
export const DEMO_PAY_DELAY_MS = 2000;

/** Placeholder in the prerendered result that the script replaces by the buyer's email. */
export const EMAIL_PLACEHOLDER = 'you@example.com';

export type DemoDiscount = RpcContract['apply-coupon']['response'];

/** All server responses of a demo page, embedded in the document (`data-demo`). */
export type DemoAnswers = {
  discounts: DemoDiscount[];
  /** Response for an unknown coupon code. */
  refusal: ErrorBody;
};
