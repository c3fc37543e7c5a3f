/** Texts of the routes of checkout pages and of the buyer portal. */
export const publicRouteMessages = {
  checkout: {
    canceled: 'Payment canceled. You weren’t charged.',
    emailMissing: 'Please enter your email address.',
    notFound: {
      title: 'Page not found',
      text: "This checkout page doesn't exist. <home>Go to the home page</home>",
    },
  },
  redirect: {
    title: 'Redirecting to payment…',
    text: 'If nothing happens, <link>continue to payment</link>.',
  },
  embed: {
    notFound: { title: 'Page not found', text: "This checkout page doesn't exist." },
    refused: {
      title: 'This checkout can’t be embedded here',
      text: 'You can open <name></name> on its own page.',
      open: 'Open the checkout',
      allowOrigin:
        'Is this your page? In the builder, go to Settings, then Embedding, add <origin></origin> and publish.',
      useSnippet: 'Is this your page? Add it with the code from “Embed” in the builder.',
    },
  },
  purchases: {
    title: 'Your purchases',
    lead: 'View your receipts and manage your subscriptions. You’ll see everything you bought here with one email address.',
    receiptNotFound: 'Not found',
    subscriptionTitle: 'Your subscription',
    card: {
      title: 'Your card',
      error: 'You can’t change your card here',
      text: ({ reason }: { reason: string }) => `${reason} If the problem continues, contact the seller.`,
      back: 'Your purchases',
    },
  },
} as const;
