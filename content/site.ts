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

export const BLOG = {
  title: 'Blog',
  description: 'Practical advice on selling a product from a single page: pricing, coupons, refunds, trust, and speed.',
  lead: 'Practical advice on selling a product from a single page.',
  /** Hosts whose video players a post may embed; other frames become links. */
  frameHosts: ['www.youtube-nocookie.com', 'player.vimeo.com'] as readonly string[],
  /** Other hosts whose images and videos a post may show; those of further hosts become links. */
  mediaHosts: [] as readonly string[],
} as const;
