/** Facts about the operator. Replace the values marked as samples. */
export const SITE = {
  name: 'Tillwright',
  tagline: 'No-code checkout pages',
  description: 'Build a branded checkout page in under 5 minutes and get paid straight to your own Stripe account.',
  /** Sample. */
  supportEmail: 'help@tillwright.example',
  /** Color of the browser's toolbar, the same as the site header. */
  themeColor: { light: '#063a29', dark: '#072c1f' },
  /** Email link with a subject that distinguishes it from support requests. */
  salesEmailHref: 'mailto:help@tillwright.example?subject=Talk%20to%20sales',
  footerLine: 'Checkout pages for creators and small teams. Hosted by us or on your own server.',
} as const;

export type SiteLink = {
  label: string;
  href: string;
  /** Shows the link only to signed-in or signed-out visitors, by CSS, because the HTML is the same for all. */
  shownTo?: 'in' | 'out';
};

/** Links in the header, besides sign-in and sign-out. */
export const NAVIGATION: readonly SiteLink[] = [
  { label: 'Features', href: '/#features' },
  { label: 'Pricing', href: '/#pricing' },
  { label: 'Blog', href: '/blog' },
  { label: 'Help', href: '/help' },
  { label: 'About', href: '/about' },
  { label: 'Subscription', href: '/subscription', shownTo: 'in' },
];

export const FOOTER: readonly { title: string; links: readonly SiteLink[] }[] = [
  {
    title: 'Product',
    links: [
      { label: 'Pricing', href: '/pricing' },
      { label: 'Help', href: '/help' },
      { label: 'Blog', href: '/blog' },
      { label: 'Developers', href: '/developers' },
      { label: 'Demo checkout', href: '/checkout/demo' },
    ],
  },
  {
    title: 'Company',
    links: [
      { label: 'About', href: '/about' },
      { label: 'Privacy', href: '/privacy' },
      { label: 'Terms', href: '/terms' },
      { label: SITE.supportEmail, href: `mailto:${SITE.supportEmail}` },
    ],
  },
  {
    /** Samples. */
    title: 'Our other products',
    links: [
      { label: 'Postwright', href: 'https://postwright.example/' },
      { label: 'Formwright', href: 'https://formwright.example/' },
    ],
  },
];

export const BLOG = {
  title: 'Blog',
  description: 'Practical advice on selling a product from a single page: pricing, coupons, refunds, trust, and speed.',
  lead: 'Practical advice on selling a product from a single page.',
  /** Hosts whose video players a post may embed; other frames become links. */
  frameHosts: ['www.youtube-nocookie.com', 'player.vimeo.com'] as readonly string[],
  /** Other hosts whose images and videos a post may show; those of further hosts become links. */
  mediaHosts: [] as readonly string[],
} as const;
