type Named = { plan: string };

/** Texts of the subscription page. Dates and amounts arrive formatted. */
export const planPageMessages = {
  title: 'Plan and billing',
  manage: 'Manage Subscription',
  loadError: { title: 'Couldn’t load your plan', description: 'Your pages aren’t affected.' },
  empty: {
    title: 'No Active Subscription',
    text: ({ days }: { days: number }) =>
      `Try any plan free for ${days} days, no credit card required. You can build pages without a plan.`,
    viewPlans: 'View Plans',
  },
  current: {
    label: 'Current plan',
    lastPlan: 'Last plan',
    status: {
      trialing: 'Trial',
      active: 'Active',
      past_due: 'Payment failed',
      canceled: 'Canceled',
      unpaid: 'Not paid yet',
    },
    price: { label: 'Price', value: ({ amount }: { amount: string }) => `${amount} a month` },
    pages: { label: 'Your pages', value: 'Not accepting payments' },
    endsOn: 'Ends on',
    nextBillingDate: 'Next billing date',
    noBillingDate: 'None until you add a card',
    trialEnds: 'Trial ends',
    trialEnded: 'Trial ended',
    paymentMethod: 'Payment method',
    downgrade: ({ plan, amount }: Named & { amount: string }) =>
      `Your plan changes to ${plan} (${amount} a month) on <date></date>.`,
    keep: ({ plan }: Named) => `Keep ${plan}`,
    keeping: 'Saving…',
    newPrice: ({ plan, amount }: Named & { amount: string }) =>
      `Starting <date></date>, ${plan} costs <amount>${amount}</amount> a month.`,
    newHigherPrice: ({ plan, amount }: Named & { amount: string }) =>
      `Starting <date></date>, ${plan} costs <amount>${amount}</amount> a month. If you cancel before then, you won’t pay the new price.`,
    due: ({ amount }: { amount: string }) => `<amount>${amount}</amount> is due.`,
    dueForPlan: ({ plan, amount }: Named & { amount: string }) => `<amount>${amount}</amount> for ${plan} is due.`,
  },
  plans: {
    title: 'Plans',
    yourPlan: 'Your plan',
    mostPopular: 'Most Popular',
    coming: 'Coming soon',
    month: 'a month',
    unlimited: ({ description }: { description: string }) => `Unlimited sales. ${description}`,
    limited: ({ limit, description }: { limit: string; description: string }) =>
      `Up to ${limit} in sales a month. ${description}`,
    upgrade: ({ plan }: Named) => `Upgrade to ${plan}`,
    downgrade: ({ plan }: Named) => `Downgrade to ${plan}`,
    switch: ({ plan }: Named) => `Switch to ${plan}`,
    changing: 'Changing plan…',
    reactivate: 'Reactivate',
    startsOn: ({ date }: { date: string }) => `Starts on ${date}`,
    reactivateFirst: 'Reactivate your plan first.',
    tooSmall: ({ limit }: { limit: string }) => `Your sales this month exceed ${limit}.`,
  },
  invoices: {
    title: 'Invoices',
    caption: 'Invoices, newest first',
    empty: 'No invoices yet.',
    loadError: 'Couldn’t load your invoices. To see them on Stripe, click Manage Subscription.',
    columns: { date: 'Date', number: 'Number', status: 'Status', amount: 'Amount', view: 'View' },
    status: { draft: 'Draft', open: 'Due', paid: 'Paid', uncollectible: 'Unpaid', void: 'Void' },
    view: 'View',
    viewLabel: ({ number }: { number: string }) => `View invoice ${number}`,
    viewLabelUnnumbered: 'View invoice',
  },
  cancel: {
    title: 'Cancel your plan',
    text: 'Your pages accept payments until the end of the billing period. Nothing is deleted.',
    button: 'Cancel plan',
  },
};
