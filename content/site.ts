/** Facts about whoever runs this. Values marked as samples are yours to change. */
export const SITE = {
  name: 'Tillwright',
  tagline: 'Make your own till',
  description:
    'Build a branded checkout page in under five minutes. Buyers pay straight to your own Stripe account.',
  /** Sample. */
  supportEmail: 'help@tillwright.example',
  footerLine: 'Checkout pages for people who make things. Runs on our machine or on yours.',
} as const;

/** Columns of the footer, besides the support address. */
export const FOOTER = [
  {
    title: 'Product',
    links: [
      { label: 'Builder', href: '/builder' },
      { label: 'Demo checkout', href: '/c/demo' },
    ],
  },
  {
    title: 'Account',
    links: [
      { label: 'Sign in', href: '/auth' },
      { label: 'Get started', href: '/auth?tab=sign-up' },
    ],
  },
] as const;
