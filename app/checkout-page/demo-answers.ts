import type { Calls } from '#domain/calls.ts';
import type { ErrorBody } from '#domain/errors.ts';

/** Duration of the simulated payment, with and without script. */
export const DEMO_PAY_DELAY_MS = 2000;

/** Placeholder in the prerendered result that the script replaces by the buyer's email. */
export const EMAIL_PLACE = 'you@example.com';

export type DemoDiscount = Calls['apply-coupon']['answer'];

/** All server responses of a demo page, embedded in the document (`data-demo`). */
export type DemoAnswers = {
  discounts: DemoDiscount[];
  /** Response for an unknown coupon code. */
  refusal: ErrorBody;
};
