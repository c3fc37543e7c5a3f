/** Texts of the pages where buyers find their purchases. */
export const purchaseMessages = {
  title: 'Your purchases',
  layout: {
    signedInAs: 'Signed in as <email></email>',
    useOtherEmail: 'Use a different email address',
    signOut: 'Sign out',
    footer: ({ siteName }: { siteName: string }): string =>
      `Powered by <link>${siteName}</link>. Payments are processed by Stripe.`,
  },
  notFound: {
    title: 'Purchase not found',
    text: 'It doesn’t exist, or you bought it with a different email address. <link>Your purchases</link>',
  },
  signIn: {
    lead: 'View your receipts and manage your subscriptions.',
    email: 'Email address',
    emailHint: ({ minutes }: { minutes: number }): string =>
      `Enter the email address you paid with. We’ll email you a link that works once and expires after ${minutes} minutes. No account or password needed.`,
    submit: 'Email me a link',
  },
  sent: { title: 'Check your email', useOtherEmail: 'Use a different email address' },
  open: {
    lead: 'Continue to see everything you bought with this email address.',
    submit: 'View my purchases',
    hint: ({ hours }: { hours: number }): string =>
      `You’ll stay signed in on this browser for ${hours} hours, or until you sign out.`,
  },
  list: {
    empty:
      'We couldn’t find any purchases with this email address. If you paid with a different one, your receipt is in that inbox.',
    number: ({ number }: { number: number }): string => `No. ${number}`,
    pay: 'Pay now',
    resume: 'Resume subscription',
    changeCard: 'Change card',
    addCard: 'Add a card',
    cancel: 'Cancel subscription',
    pagination: 'Pagination',
    newer: 'Newer',
    older: 'Older',
    page: ({ page, pages }: { page: number; pages: number }): string => `Page ${page} of ${pages}`,
  },
  data: {
    title: 'Your data',
    text: '<link>Download my data</link> as a JSON file. It contains everything stored for this email address.',
    deletion: 'Sellers keep this data. To have it deleted, contact them:',
  },
  seller: { defaultName: 'The seller', closed: 'This seller’s account is closed.' },
  states: {
    disputed: 'Disputed with your bank',
    reversed: 'Refunded by your bank',
    pending: 'Payment processing',
    failed: 'Not paid',
    refunded: 'Refunded',
    partlyRefunded: 'Partly refunded',
    amountRefunded: ({ amount }: { amount: string }): string => `${amount} refunded`,
    free: 'Free',
    paid: 'Paid',
  },
  documents: { order: 'Order', receipt: 'Receipt' },
  notices: {
    sent: ({ minutes }: { minutes: number }): string =>
      `If there are purchases with this email address, we’ve emailed you a link. It works once and expires after ${minutes} minutes.`,
    signedOut: 'You’re signed out.',
    canceled: 'Your subscription is canceled. You won’t be charged again.',
    resumed: 'Your subscription has resumed.',
    card: 'Your new card will be used for the next payment.',
    ended: 'This subscription has already ended.',
    bundleGone: 'This bundle is no longer available at that price.',
  },
};

/** Texts about the subscription of a buyer. */
export const purchaseSubscriptionMessages = {
  pageTitle: 'Your subscription',
  price: {
    weekly: ({ amount }: { amount: string }): string => `${amount} every week`,
    monthly: ({ amount }: { amount: string }): string => `${amount} every month`,
    yearly: ({ amount }: { amount: string }): string => `${amount} every year`,
  },
  /** `$19.00 USD every month, and $29.00 USD every month from March 3, 2027` */
  priceAfterDiscount: ({ price, later, day }: { price: string; later: string; day: string }): string =>
    `${price}, and ${later} from ${day}`,
  states: {
    trialing: ({ price, day }: { price: string; day: string }): string => `Free until ${day}. Then ${price}.`,
    trialingWithoutCard: ({ price, day }: { price: string; day: string }): string =>
      `Free until ${day}. To continue for ${price}, add a card by then.`,
    active: ({ price, day }: { price: string; day: string }): string => `${price}. Next payment on ${day}.`,
    ending: ({ day }: { day: string }): string => `Canceled. Active until ${day}. You won’t be charged again.`,
    endingTrial: ({ day }: { day: string }): string => `Canceled. Free until ${day}. You won’t be charged.`,
    overdue: ({ price }: { price: string }): string => `${price}. The last payment failed.`,
    overdueWithRetry: ({ price, day }: { price: string; day: string }): string =>
      `${price}. The last payment failed. We’ll try again on ${day}.`,
    endedOn: ({ day }: { day: string }): string => `Ended on ${day}.`,
    ended: 'Ended.',
  },
  cancel: {
    title: ({ productName }: { productName: string }): string => `Cancel your subscription to ${productName}?`,
    text: ({ day }: { day: string }): string =>
      `Your subscription stays active until ${day}. You won’t be charged again.`,
    textTrial: ({ day }: { day: string }): string => `Your free trial stays active until ${day}. You won’t be charged.`,
    textOverdue: 'The last payment failed, so your subscription ends right away. You won’t be charged again.',
    submit: 'Cancel subscription',
    back: 'Keep subscription',
  },
  resume: {
    title: ({ productName }: { productName: string }): string => `Resume your subscription to ${productName}?`,
    text: ({ price, day }: { price: string; day: string }): string =>
      `Your subscription continues at ${price}. Next payment on ${day}.`,
    submit: 'Resume subscription',
    back: 'Back to your purchases',
  },
  card: {
    pageTitle: 'Your card',
    failed: 'Couldn’t change your card',
    advice: ({ reason }: { reason: string }): string => `${reason} If this keeps happening, contact the seller.`,
  },
};

/** Texts about a payment plan of a buyer. */
export const purchasePlanMessages = {
  paid: ({ paid, count }: { paid: number; count: number }): string => `${paid} of ${count} payments made.`,
  next: ({ amount, day }: { amount: string; day: string }): string => `The next payment of ${amount} is due on ${day}.`,
  overdue: 'The latest payment failed.',
  overdueWithRetry: ({ day }: { day: string }): string => `The latest payment failed. We’ll try again on ${day}.`,
  complete: ({ count }: { count: number }): string => `You’ve made all ${count} payments.`,
  endedEarly: 'The plan has ended, and you won’t be charged again.',
  contact: 'You can’t cancel a payment plan here. If you have questions, contact the seller.',
};

/** Texts of receipts. */
export const purchaseReceiptMessages = {
  terms: ({ terms }: { terms: string }): string => `Payment terms when you ordered: ${terms}`,
  title: {
    order: ({ number }: { number: number }): string => `Order ${number}`,
    receipt: ({ number }: { number: number }): string => `Receipt ${number}`,
  },
  print: 'Print or save as PDF from your browser.',
  details: { date: 'Date', buyer: 'Buyer', email: 'Email' },
  items: {
    title: 'Items',
    titleRecurring: 'Due at checkout',
    coupon: ({ code }: { code: string }): string => `Coupon ${code}`,
    discount: 'Discount',
    total: 'Total',
  },
  payments: {
    title: 'Payments',
    paid: ({ day }: { day: string }): string => `${day} · Paid`,
    renewal: ({ day }: { day: string }): string => `${day} · Renewal`,
    installment: ({ day, number, count }: { day: string; number: number; count: number }): string =>
      `${day} · Payment ${number} of ${count}`,
    refunded: 'Refunded',
    refundPending: 'Refund pending',
    reversed: 'Refunded by your bank',
    total: 'Total',
  },
  answers: 'Your answers',
  subscription: ({ description }: { description: string }): string => `Subscription: ${description}`,
  paymentPlan: ({ description }: { description: string }): string => `Payment plan: ${description}`,
  termsAccepted: ({ day }: { day: string }): string => `Accepted on ${day}`,
  termsAcceptedText: ({ day }: { day: string }): string => `Accepted on ${day}: <text></text>`,
};
