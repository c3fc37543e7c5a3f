import { getItemName } from './item-name.ts';
import { plural } from './plural.ts';

/** What refunds of an item are for: units, which each payment of a subscription contains again, or only an amount. */
function describeRefunded({ refundedQuantity, quantity }: { refundedQuantity: number; quantity: number }): string {
  if (quantity === 1 || refundedQuantity === 0) return 'Refunded';
  return refundedQuantity > quantity ? `${refundedQuantity} refunded` : `${refundedQuantity} of ${quantity} refunded`;
}

/** Texts of the page of one order. */
export const orderDetailMessages = {
  back: 'Orders',
  loadError: 'Couldn’t load this order',
  notFound: {
    title: 'Order not found',
    text: 'The URL may have a typo, or the order belongs to another account.',
    link: 'View all orders',
  },

  refund: 'Refund',
  receiptEmail: {
    button: 'Resend receipt',
    busy: 'Sending…',
    successTitle: 'Receipt is on its way',
    success: ({ email }: { email: string }) => `We’re emailing it to ${email}.`,
    failure: 'Couldn’t send the receipt',
  },

  receipt: {
    label: ({ amount }: { amount: string }) => `Receipt for ${amount}`,
    time: ({ time }: { time: string }) => `${time} UTC`,
    item: ({ product, quantity }: { product: string; quantity: number }) =>
      quantity === 1 ? `1 ${product}` : getItemName({ name: product, quantity }),
    lineRefunded: describeRefunded,
    discount: 'Discount',
    total: ({ currency }: { currency: string }) => `Total ${currency}`,
    renewals: ({ count }: { count: number }) => plural(count, { one: '1 renewal', other: `${count} renewals` }),
    laterInstallments: ({ count }: { count: number }) =>
      plural(count, { one: '1 later payment', other: `${count} later payments` }),
    refunded: 'Refunded',
    lost: 'Lost to disputes',
    net: 'Net',
    disputedStamp: 'DISPUTED',
    lostStamp: 'LOST',
  },

  items: {
    title: 'Items',
    unit: ({ amount }: { amount: string }) => `${amount} each`,
    subtotal: ({ amount }: { amount: string }) => `Subtotal ${amount}`,
    discount: ({ amount }: { amount: string }) => `Discount ${amount}`,
    refunded: ({
      amount,
      refundedQuantity,
      quantity,
    }: {
      amount: string;
      refundedQuantity: number;
      quantity: number;
    }) => `${describeRefunded({ refundedQuantity, quantity })} ${amount}`,
    net: ({ amount }: { amount: string }) => `${amount} net`,
    afterTrial: 'After the free trial',
    /** Of a product of a bundle that the buyer had bought before. */
    alreadyPaid: ({ amount }: { amount: string }) => `Already bought for ${amount}`,
    firstPayment: 'Amounts of the first payment.',
    otherRefunds: ({ amount }: { amount: string }) => `Refunds of ${amount} aren’t for a specific item.`,
  },

  answers: {
    title: 'Answers',
    hiddenField: ({ label }: { label: string }) => `${label} (from the URL)`,
  },

  metadata: {
    title: 'Metadata',
    externalId: 'External ID',
  },

  subscription: {
    title: 'Subscription',
    price: 'Price',
    priceAfterDiscount: ({ amount }: { amount: string }) => `then ${amount}, from <date></date>`,
    ended: 'Ended',
    endedWithoutDate: 'Yes',
    endsOn: 'Ends',
    freeUntil: 'Free until',
    nextPayment: 'Next payment',
    failedRenewal: 'Failed renewal',
    failedPayment: 'Failed payment',
    failedWithRetry: '<failedAt></failedAt>. Next retry: <retryAt></retryAt>',
    failedWithoutRetry: '<failedAt></failedAt>. No more retries',
    payments: 'Payments',
    planTitle: 'Payment plan',
    eachPayment: 'Each payment',
    installmentsNet: ({ paid, count, net }: { paid: number; count: number; net: string }) =>
      `${paid} of ${count}, ${net} net`,
    paymentsNet: ({ count, net }: { count: number; net: string }) =>
      plural(count, { one: `1 payment, ${net} net`, other: `${count} payments, ${net} net` }),
  },

  dispute: {
    title: ({ amount }: { amount: string }) => `Dispute for ${amount}`,
    inquiryTitle: ({ amount }: { amount: string }) => `Bank inquiry for ${amount}`,
    status: 'Status',
    reason: 'Reason',
    opened: 'Opened',
    respondBy: 'Respond by',
    closed: 'Closed',
    respond: 'Respond in Stripe',
    view: 'View dispute in Stripe',
    finalDebit: 'A returned bank debit is always lost. You can’t respond to it.',
  },

  /** By Stripe's code. */
  disputeReasons: {
    bank_cannot_process: 'The bank can’t process the payment',
    check_returned: 'The check was returned',
    credit_not_processed: 'The buyer says a promised refund never arrived',
    customer_initiated: 'The buyer asked their bank to return the payment',
    debit_not_authorized: 'The buyer says the debit wasn’t authorized',
    duplicate: 'The buyer says they were charged twice',
    fraudulent: 'The cardholder says they didn’t make this payment',
    general: 'No reason was given',
    incorrect_account_details: 'The account details were wrong',
    insufficient_funds: 'The account had insufficient funds',
    noncompliant: 'The payment violated the card network’s rules',
    product_not_received: 'The buyer says they didn’t receive the product',
    product_unacceptable: 'The buyer says the product wasn’t as described',
    subscription_canceled: 'The buyer says they had canceled the subscription',
    unrecognized: 'The buyer doesn’t recognize the payment',
  } as Record<string, string>,

  /** By Stripe's code. */
  disputeStatuses: {
    needs_response: 'Needs your response',
    under_review: 'The bank is reviewing your response',
    won: 'Won: the money was returned to you',
    lost: 'Lost: the money was returned to the buyer',
    prevented: 'Prevented',
    warning_needs_response: 'The bank needs your response; no money has been withdrawn',
    warning_under_review: 'The bank is reviewing your response; no money has been withdrawn',
    warning_closed: 'Inquiry closed without a dispute',
  } as Record<string, string>,

  /** By Stripe's code. */
  refundFailures: {
    charge_for_pending_refund_disputed: 'The buyer disputed the payment',
    declined: 'The buyer’s bank declined it',
    expired_or_canceled_card: 'The buyer’s card has expired or was canceled',
    insufficient_funds: 'Your Stripe balance was too low',
    lost_or_stolen_card: 'The buyer’s card was reported lost or stolen',
    merchant_request: 'Canceled at your request',
    unknown: 'The bank gave no reason',
  } as Record<string, string>,

  refundReasons: {
    requested_by_customer: 'Requested by the buyer',
    duplicate: 'Duplicate payment',
    fraudulent: 'Fraudulent',
  },

  payments: {
    title: 'Payments',
    renewal: 'Renewal',
    installment: ({ number, count }: { number: number; count: number }) => `Payment ${number} of ${count}`,
    first: 'First payment',
    single: 'Payment',
    /** Follows the link's text; for screen readers. */
    linkSuffix: ' in Stripe',
    lost: 'Lost to a dispute',
    chooseItems: 'Choose items',
    needsBuyer: 'Stripe has emailed the buyer to ask where to send the money.',
    refundStates: {
      asked: 'Refund in progress',
      pending: 'Refund pending at the bank',
      needs_buyer: 'Waiting for the buyer’s bank details',
      succeeded: 'Refunded',
      failed: 'Refund failed',
      canceled: 'Refund canceled',
    },
  },

  buyer: {
    title: 'Buyer',
    name: 'Name',
    email: 'Email',
    noEmail: 'No email yet',
    deleted: 'Deleted at the buyer’s request',
    customer: 'Customer',
    viewCustomer: 'View customer',
    emailBounces: 'Emails to this address bounce',
    country: 'Country',
    paymentMethod: 'Payment method',
    card: ({ brand, last4 }: { brand: string; last4: string }) => `${brand} ending in ${last4}`,
    unknownMethod: 'Unknown',
    pendingSince: ({ method, days }: { method: string; days: number }) =>
      days === 0
        ? `${method}, pending since today`
        : plural(days, {
            one: `${method}, pending for 1 day`,
            other: `${method}, pending for ${days} days`,
          }),
    otherOrders: 'Other orders',
    otherOrder: ({ number, state }: { number: number; state: string }) => `No. ${number} · ${state} · <time></time>`,
    payment: 'Payment',
    paymentInStripe: ({ id }: { id: string }) => `View ${id} in Stripe`,
    viewInStripe: 'View in Stripe',
  },

  agreement: {
    title: 'Terms at checkout',
    checkoutStarted: 'Checkout started',
    checkbox: 'Terms checkbox',
    checked: 'Checked by the buyer',
    unchecked: 'Not checked',
    notShown: 'Not shown on the page',
    textShown: 'Text shown',
    quote: ({ text }: { text: string }) => `“${text}”`,
    termsUrl: 'Terms URL',
    privacyUrl: 'Privacy URL',
    noUrl: 'None',
    page: 'Page',
    pageVersion: ({ version }: { version: number }) => `<page></page>, version ${version}`,
    fingerprints: {
      title: 'Fingerprints for disputes',
      text: 'If the text or the page were changed after the checkout, their fingerprints (SHA-256) would no longer match.',
      termsText: 'Text',
      page: 'Page',
    },
    pageDeleted: 'This page was deleted. Its versions are kept for your records.',
    viewVersion: 'View page as purchased',
  },

  outsideRefund: {
    text: ({ method }: { method: string }) =>
      `Stripe can’t refund ${method} payments. Return the money another way, then record it here.`,
    button: 'Mark as refunded elsewhere',
    busy: 'Saving…',
    success: 'Refund recorded',
  },
};
