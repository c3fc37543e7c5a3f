import type { ReactNode } from 'react';

import type { BundleItem } from '#domain/bundle.ts';
import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';
import type { RawAnswers } from '#domain/custom-field.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

import type { ImageSizes } from './page-images.tsx';

/** An error message. Field errors need no title; `isNotice` marks a message that is no failure. */
export type FormError = { title?: string; message: string; isNotice?: boolean };

/** The applied discount from the `apply-coupon` response; totals in minor units of the page's currency. */
export type AppliedDiscount = Pick<
  RpcContract['apply-coupon']['response'],
  'code' | 'coupon' | 'originalText' | 'totalText' | 'savedText' | 'total' | 'plans'
>;

/** Values of the public page's forms. Without them the page is a preview: no hidden inputs, unique ids. */
type PayFields = {
  slug: string;
  /** The published version that the buyer sees. */
  version: number;
  /** UUID of this order attempt. Empty in cached documents that visitors share: script or server creates it then. */
  attempt: string;
  /** URL of the host site that embeds the page; buyers return there after payment. */
  returnTo?: string | null;
  /** Id of the checkout link that opened the page. */
  checkout?: string | null;
  /** The buyer has already had the free trial, so the page is shown without it. */
  withoutTrial?: boolean;
  /** Target URL of the forms; defaults to the page's own URL. */
  action?: string;
};

export type CheckoutPageProps = {
  config: PublicCheckoutConfig;
  sellerName: string | null;
  imageSizes?: ImageSizes;
  /** Level of the product name: 1 on the public page, deeper inside other screens. */
  headingLevel?: 1 | 2 | 3;
  discounted?: AppliedDiscount | null;
  pay?: PayFields;
  errors?: {
    email?: FormError;
    amount?: FormError;
    quantity?: FormError;
    coupon?: FormError;
    terms?: FormError;
    form?: FormError;
    /** Errors of custom fields by field name. */
    fields?: Readonly<Record<string, FormError>>;
  };
  /** Values of the previous submission or of the URL. */
  values?: {
    email?: string;
    code?: string;
    terms?: boolean;
    plan?: string;
    amount?: string;
    /** As typed. */
    quantity?: string;
    /** Ids of the order bumps that the buyer has checked. */
    bumps?: readonly string[];
    answers?: RawAnswers;
  };
  /** The products of a bundle, with what the buyer has paid for them if they complete it. */
  bundleItems?: readonly BundleItem[];
  /** True after the end of the countdown. */
  countdownOver?: boolean;
  /** Remaining stock, if the page shows it. */
  stockLeft?: number | null;
  /** Stripe's types of the payment methods to name, most familiar first; null: none. */
  paymentMethods?: readonly string[] | null;
  /** Time in ms for static countdowns. Without it the script of the public page runs them. */
  now?: number;
  /** Renders the pay button as 'Processing...'. */
  busy?: boolean;
  /** Loads images eagerly; the default for the public page. */
  eager?: boolean;
  /** Additional fields, after the email. */
  children?: ReactNode;
};

/** Props of the parts of the pay form. `prefix` makes the ids of a preview unique. */
export type CheckoutFormProps = CheckoutPageProps & { prefix: string };
