type Site = { site: string };

/** Texts that several kinds of email share: senders, footers and blocks. */
export const sharedEmailMessages = {
  senderName: ({ seller, site }: Site & { seller: string }) => `${seller} via ${site}`,
  yourCode: 'Your code',
  codeText: ({ code }: { code: string }) => `Your code: ${code}`,
  priceCaption: ({ caption, currency }: { caption: string; currency: string }) => `${caption}, in ${currency}`,
  footer: {
    support: ({ supportEmail }: { supportEmail: string }) => `Questions? Email ${supportEmail}.`,
    buyer: ({ seller, site }: Site & { seller: string }) =>
      `${seller} sent you this email through ${site} because you bought from them.`,
    buyerReply: 'Reply to this email to reach them.',
    account: ({ site }: Site) =>
      `You’re receiving this email because you have a ${site} account with this email address.`,
    formerAccount: ({ site }: Site) =>
      `You’re receiving this email because you had a ${site} account with this email address.`,
    newAddress: ({ site }: Site) => `You’re receiving this email because someone entered this address at ${site}.`,
    purchases:
      'You’re receiving this email because someone requested a link to the purchases made with this email address.',
    operator: ({ site }: Site) => `You’re receiving this email because you operate this ${site} site.`,
    seller: ({ site }: Site) => `You’re receiving this email because you sell with ${site}.`,
    webhooks: ({ site }: Site) => `You’re receiving this email because you connect apps to ${site}.`,
  },
  links: {
    account: 'Your account',
    purchases: 'Your purchases',
    sellerPage: ({ seller }: { seller: string }) => `${seller}’s page`,
    preferences: 'Choose which emails you receive',
    optOut: 'Stop emails about new versions',
    orders: 'Your orders',
    pages: 'Your pages',
    domains: 'Your domains',
    licenses: 'License keys',
    integrations: 'Your integrations',
    subscription: 'Your plan',
  },
} as const;
