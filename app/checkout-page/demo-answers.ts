import type { Calls } from '#domain/calls.ts';
import type { ErrorBody } from '#domain/errors.ts';

/** How long a demo page pretends to pay, with script and without. */
export const DEMO_PAY_DELAY_MS = 2000;

/** Stands in the finished result where the script writes the buyer's address. */
export const EMAIL_PLACE = 'you@example.com';

export type DemoDiscount = Calls['apply-coupon']['answer'];

/** Everything that the server would be asked on a real page, brought along by the document (`data-demo`). */
export type DemoAnswers = {
  discounts: DemoDiscount[];
  /** For a code that is none of the page's. */
  refusal: ErrorBody;
};
