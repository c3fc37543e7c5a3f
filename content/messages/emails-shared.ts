type Site = { site: string };

/** Texts that several kinds of email share: senders, footers and blocks. */
export const sharedEmailMessages = {
  senderName: ({ seller, site }: Site & { seller: string }) => `${seller} via ${site}`,
  yourCode: 'Your code',
  codeText: ({ code }: { code: string }) => `Your code: ${code}`,
  priceCaption: ({ caption, currency }: { caption: string; currency: string }) => `${caption}, in ${currency}`,
  footer: {
    support: ({ supportEmail }: { supportEmail: string }) => `Questions? Write to ${supportEmail}.`,
    buyer: ({ seller, site }: Site & { seller: string }) =>
      `${seller} sends you this email through ${site} because you bought from them.`,
    buyerReply: 'Reply to this email to reach them.',
    account: ({ site }: Site) =>
      `You’re receiving this email because there is an account with this address at ${site}.`,
    formerAccount: ({ site }: Site) =>
      `You’re receiving this email because there was an account with this address at ${site}.`,
    newAddress: ({ site }: Site) => `You’re receiving this email because someone entered this address at ${site}.`,
    purchases: 'You’re receiving this email because someone asked for the purchases of this address.',
    operator: ({ site }: Site) => `You’re receiving this email because you run ${site} at this address.`,
    seller: ({ site }: Site) => `You’re receiving this email because you sell with ${site}.`,
    webhooks: ({ site }: Site) => `You’re receiving this email because you connect apps to ${site}.`,
  },
  links: {
    account: 'Your account',
    purchases: 'Your purchases',
    sellerPage: ({ seller }: { seller: string }) => `${seller}’s page`,
    preferences: 'Choose which emails you receive',
    orders: 'Your orders',
    pages: 'Your pages',
    domains: 'Your domains',
    integrations: 'Your integrations',
    subscription: 'Your subscription',
  },
} as const;
