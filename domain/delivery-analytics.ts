/** How many orders without a download are listed, newest first. */
export const MAX_UNFETCHED_ORDERS = 100;

/** An order whose buyer has access to a file and has not downloaded it. Dates are ISO 8601 UTC. */
export type UnfetchedOrder = {
  id: string;
  number: number;
  buyerName: string | null;
  email: string | null;
  paidAt: string;
};

/** How buyers fetch what a page delivers, of orders first paid in a period. */
export type DeliveryAnalytics = {
  /** Orders with files or license keys. */
  orders: number;
  /** Those with files. Whether a buyer has read a license key is not known. */
  withFiles: number;
  /** Orders whose first download was within 24 hours after the payment. */
  fetchedWithinDay: number;
  /** Orders without a download whose buyers still have access, all of them and the newest ones. */
  unfetched: number;
  unfetchedOrders: UnfetchedOrder[];
  /** Emails that buyers of these orders requested once more on the page after the payment. */
  requestedEmails: number;
  /** Minutes from the payment to the first download: median and 95th percentile; null without a download. */
  minutesToDownload: { median: number; p95: number } | null;
  /** Unused keys of the seller's lists; null if the page sells none. */
  keysLeft: number | null;
};
