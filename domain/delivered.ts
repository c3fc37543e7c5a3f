import type { CheckoutPageConfig } from './checkout-page.ts';
import type { DeliverableKind } from './deliverable.ts';

/** For this long after the checkout, the browser that paid sees what the order delivers on the success page. */
export const PAYING_BROWSER_HOURS = 2;

/** Whether something follows the payment that only the browser that paid may see. */
export const showsDelivery = ({ delivery, bundle }: Pick<CheckoutPageConfig, 'delivery' | 'bundle'>): boolean =>
  delivery.items.length > 0 || delivery.afterPayment === 'redirect' || bundle.items.length > 0;

/**
 * `waiting`: the payment has not arrived. `incomplete`: the seller has not uploaded the file, or it is not scanned. `disputed`:
 * the buyer's bank looks into the payment. `overdue`: a payment of the subscription failed. `blocked`: the operator
 * suspended the page.
 */
export type DeliveredStatus = 'ready' | 'waiting' | 'incomplete' | 'disputed' | 'overdue' | 'blocked' | 'ended';

/** What the buyer gets. `url`: path on our site that downloads the file or opens the private link. */
export type DeliveredContent =
  | { kind: 'file'; url: string; fileName: string; bytes: number }
  | { kind: 'keys'; keys: readonly string[] }
  | { kind: 'link'; url: string }
  | { kind: 'text'; text: string };

/** Something that an order delivers, as its buyer sees it. */
export type Delivered = {
  /** Id of the deliverable. */
  id: string;
  kind: DeliverableKind;
  name: string;
  /** In a bundle, the name of the product that it comes with. */
  product?: string;
  status: DeliveredStatus;
  /** When access ends by itself, ISO 8601 UTC; null: never, or not known yet. */
  endsAt: string | null;
  /** Null unless it is ready. */
  content: DeliveredContent | null;
};

/** Whether all that is delivered are files, so that texts can call it so. */
export const areFiles = (items: readonly Pick<Delivered, 'kind'>[]): boolean =>
  items.every(({ kind }) => kind === 'file');

/**
 * What an order delivers. `here`: this is the browser that paid. `emailed`: it is not, so it learns nothing else. `waiting`:
 * the payment has not arrived. `areFiles`: everything is a file.
 */
export type OrderDelivery = { areFiles: boolean } & (
  | { kind: 'here'; items: Delivered[] }
  | { kind: 'emailed' }
  | { kind: 'waiting' }
);
