/** Texts of checkout pages. Texts that their scripts show as well are in `checkout-script.ts`. */
export const checkoutPageMessages = {
  placeholders: {
    productName: 'Product name',
    price: 'Price',
    fieldLabel: 'Label',
    extraTitle: 'Extra',
    email: 'you@example.com',
  },
  logo: 'Logo',
  features: 'What you get',
  testimonials: 'What buyers say',
  rating: ({ stars }: { stars: number }): string => `${stars} out of 5`,
  payWhatYouWant: 'Pay what you want',
  prices: (prices: readonly string[]): string => prices.join(' or '),
  footer: {
    soldBy: 'Sold by <seller></seller>',
    terms: 'Terms',
    privacy: 'Privacy',
    report: 'Report this page',
  },
  backToSite: 'Back to <site></site>',
  form: {
    label: 'Payment',
    stockLeft: ({ count }: { count: number }): string => `${count} left`,
    email: 'Email',
    emailMissing: 'Please enter your email address.',
    optional: '(optional)',
    selectPlaceholder: 'Select…',
    termsNote: 'The buyer agrees to the terms before paying.',
    acceptTerms: 'Accept the terms above to pay.',
    defaultButton: 'Buy now',
    paymentMethods: ({ methods }: { methods: string }) => `${methods} on Stripe’s page`,
    moreMethods: 'more',
    trust: 'You’ll pay securely on Stripe. <seller></seller> never sees your card number.',
    trustWithoutName: 'You’ll pay securely on Stripe. The seller never sees your card number.',
    canceled: 'Your payment wasn’t completed. You haven’t been charged.',
    expiredLink: 'The link you opened has expired or was already used. You can still order here.',
  },
  priceOptions: {
    title: 'Choose an option',
    saving: ({ percentage }: { percentage: number }): string => `Save ${percentage}%`,
  },
  amount: {
    title: 'Choose an amount',
    other: 'Other<hidden> amount</hidden>',
    own: 'Your amount',
    any: 'any amount',
    atLeast: ({ least }: { least: string }): string => `at least ${least}`,
    atMost: ({ most }: { most: string }): string => `at most ${most}`,
    between: ({ least, most }: { least: string; most: string }): string => `${least} to ${most}`,
    freeOrAtLeast: ({ least }: { least: string }): string => `free, or at least ${least}`,
    freeOrBetween: ({ least, most }: { least: string; most: string }): string => `free, or ${least} to ${most}`,
  },
  quantity: {
    label: 'How many?',
    labelWithName: 'How many <units></units>?',
    fewer: 'One fewer',
    more: 'One more',
    each: 'each',
    /** Before the name of what is sold: `5 × Seat`. */
    count: ({ count }: { count: number }): string => `${count}\u00a0× `,
    tiers: ({ price, tiers }: { price: string; tiers: readonly { from: number; price: string }[] }): string =>
      [`${price} each`, ...tiers.map((tier) => `${tier.from} or more: ${tier.price} each`)].join('; '),
    /** `total`: of an order that is more than these units; null: it is the same. */
    payAgain: ({
      count,
      unit,
      sum,
      total,
    }: {
      count: number;
      unit: string;
      sum: string;
      total: string | null;
    }): string => `${count} × ${unit} = ${sum}. ${total === null ? '' : `The total is ${total}. `}Submit again to pay.`,
  },
  extras: {
    title: 'Add to your order',
    price: ({ price }: { price: string }): string => `+\u00a0${price}`,
    summary: 'Order summary',
    reduction: (amount: string): string => `−${amount}`,
    total: 'Total',
    dueToday: 'Due today',
    /** `$0.00 USD today` */
    today: ({ due }: { due: string }): string => `${due} today`,
    /** After the amount that follows a free trial. */
    afterTrial: ({ days }: { days: number }): string => ` after ${days === 1 ? 'a day' : `${days} days`}`,
  },
  coupon: { label: 'Coupon code', apply: 'Apply', remove: 'Remove' },
  countdown: {
    ends: 'Ends on <time></time>',
    priceEnds: 'This price ends on <time></time>',
    pageCloses: 'This page closes on <time></time>',
    opens: 'Opens on <time></time>',
  },
};

/** Texts of documents that replace a checkout page. */
export const closedPageMessages = {
  reasons: {
    early: 'This page isn’t open yet. Please come back when it opens.',
    closed: 'Sales on this page have ended.',
    sold_out: 'This is sold out.',
    reserved: 'The last items are in other buyers’ checkouts. Try again in a few minutes.',
    off: 'This page isn’t available right now. You haven’t been charged. Please come back later.',
    paused: 'Payments on this page are paused. You haven’t been charged. Please come back later.',
    unable: 'This page is not accepting payments right now. You haven’t been charged. Please come back later.',
  },
  checkAgain: 'Check again',
  purchases: 'Your purchases',
  suspended: {
    pageTitle: 'Page taken down',
    title: 'This page has been taken down',
    text: 'You can’t buy anything here anymore.',
    purchases:
      'Already bought something here? Your receipts are still available, and subscriptions continue until you cancel them.',
  },
  missing: {
    title: 'Page not found',
    text: "This checkout page doesn't exist.",
    home: "This checkout page doesn't exist. <link>Go to the home page</link>",
  },
  redirect: {
    title: 'Redirecting to payment…',
    text: 'If nothing happens, <link>continue to payment</link>.',
  },
  embedRefused: {
    title: 'This checkout can’t be shown here',
    text: 'You can open <name></name> on its own page.',
    open: 'Open checkout',
    allowOrigin: 'Is this your page? In the builder, open Settings > Embedding, add <origin></origin>, and publish.',
    useSnippet: 'Is this your page? Use the snippet from Embed in the builder.',
  },
};
