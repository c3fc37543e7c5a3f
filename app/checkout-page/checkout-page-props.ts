import type { ReactNode } from 'react';

import type { Calls } from '#domain/calls.ts';
import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';
import type { TypedAnswers } from '#domain/custom-field.ts';

import type { ImageSizes } from './pictures.tsx';

/** A refusal in words. A field's own refusal needs no title; what is `calm` is no failure. */
export type Problem = { title?: string; message: string; calm?: boolean };

/** What `apply-coupon` answers about the one applied code; totals in minor units of the page's currency. */
export type Discounted = Pick<
  Calls['apply-coupon']['answer'],
  'code' | 'originalText' | 'totalText' | 'savedText' | 'total' | 'plans'
>;

/** What the public page's forms carry. Without it the page is a picture: no hidden inputs, ids of its own. */
export type PayFields = {
  slug: string;
  /** The published version that is shown. */
  version: number;
  /** A uuid of this one order. Empty on documents that many visitors share: then script or server makes it. */
  attempt: string;
  /** Where whoever has paid goes back to: the page of another site that this one stands in. */
  returnTo?: string | null;
  /** Where the forms are posted; the page's own address without it. */
  action?: string;
};

export type CheckoutPageProps = {
  config: PublicCheckoutConfig;
  sellerName: string | null;
  imageSizes?: ImageSizes;
  /** Of the product's name: 1 on the public page, deeper inside other screens. */
  headingLevel?: 1 | 2 | 3;
  discounted?: Discounted | null;
  pay?: PayFields;
  problems?: {
    email?: Problem;
    amount?: Problem;
    coupon?: Problem;
    terms?: Problem;
    form?: Problem;
    /** Of the page's own questions, by their names. */
    fields?: Readonly<Record<string, Problem>>;
  };
  /** What the buyer had typed and chosen before the answer, or brought along in the address. */
  typed?: {
    email?: string;
    code?: string;
    terms?: boolean;
    plan?: string;
    amount?: string;
    answers?: TypedAnswers;
  };
  /** The countdown of the page is over. */
  countdownOver?: boolean;
  /** Pieces left, where the page shows them. */
  left?: number | null;
  /** In ms: draws clocks as they stand. Without it the public page's script sets them going. */
  now?: number;
  /** Draws the pay button as 'Processing...'. */
  busy?: boolean;
  /** Whether its pictures are asked for with the document; by default those of the public page are. */
  atOnce?: boolean;
  /** More fields, after the email. */
  children?: ReactNode;
};
