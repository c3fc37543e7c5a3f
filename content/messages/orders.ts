import { plural } from './plural.ts';

/** Texts of several screens with orders. */
export const orderMessages = {
  /** Replaces an unknown name inside a sentence. */
  unknownBuyer: 'the buyer',
  noEmail: 'No email yet',
  /** Replaces the name of a buyer whose data was deleted. */
  deletedCustomer: 'Deleted customer',
  orderName: ({ number }: { number: number }) => `Order ${number}`,
  orderNumber: ({ number }: { number: number }) => `No. ${number}`,
  net: ({ amount }: { amount: string }) => `${amount} net`,
  /** Follows the buyer's name in a link; for screen readers. */
  linkSuffix: ({ number }: { number: number }) => `, order ${number}`,

  states: {
    pending: 'Pending',
    failed: 'Failed',
    paid: 'Paid',
    partly_refunded: 'Partly refunded',
    refunded: 'Refunded',
  },
  disputeOutcomes: { open: 'Disputed', won: 'Dispute won', lost: 'Dispute lost' },
  planStates: { running: 'Active', overdue: 'Overdue', complete: 'Complete', ended_early: 'Ended early' },
  subscriptionStates: {
    trialing: 'Free trial',
    active: 'Active',
    ending: 'Ending',
    overdue: 'Overdue',
    ended: 'Ended',
  },
  billing: { weekly: 'Weekly', monthly: 'Monthly', yearly: 'Yearly' },
  billingSuffixes: { weekly: 'per week', monthly: 'per month', yearly: 'per year' },

  tabs: { label: 'Orders', orders: 'Orders', subscriptions: 'Subscriptions' },
};

/** Texts of several screens with buyers’ subscriptions. */
export const subscriptionMessages = {
  nextStep: {
    ended: 'Ended',
    endedOn: ({ date }: { date: string }) => `Ended ${date}`,
    failed: ({ date }: { date: string }) => `Failed ${date}`,
    retry: ({ date }: { date: string }) => `Next retry ${date}`,
    noRetry: 'No more retries',
    ends: ({ date }: { date: string }) => `Ends ${date}`,
    freeUntil: ({ date }: { date: string }) => `Free until ${date}`,
    renews: ({ date }: { date: string }) => `Renews ${date}`,
    priceAfterDiscount: ({ amount, date }: { amount: string; date: string }) => `${amount} from ${date}`,
    /** Of a payment plan. */
    due: ({ date }: { date: string }) => `Due ${date}`,
    noneDue: 'None',
  },
  payments: ({ count }: { count: number }) => plural(count, { one: '1 payment', other: `${count} payments` }),
  installments: ({ paid, count }: { paid: number; count: number }) => `${paid} of ${count} payments`,
};
