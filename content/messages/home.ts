/** The front page. */
export const homeMessages = {
  hero: {
    title: 'No-code checkout pages',
    lead: ({ siteName }: { siteName: string }) =>
      `With ${siteName}, you build a branded checkout page, share its link, and get paid straight to your own Stripe account.`,
    start: 'Start for free',
    demo: 'View demo',
    note: ({ trialDays }: { trialDays: number }) => `Free for ${trialDays} days. No credit card required.`,
  },
  preview: {
    layout: 'Layout',
    cardholder: { label: 'Cardholder name', placeholder: 'Name on card' },
    card: { label: 'Card information', placeholder: '1234 1234 1234 1234' },
    expiry: { label: 'Expiry', placeholder: 'MM / YY' },
    cvc: { label: 'CVC', placeholder: '123' },
  },
  firstPage: {
    guide: 'Read the getting started guide',
    receiptTitle: 'Your first page',
    receiptSubtitle: 'What you need',
    steps: ({ templates }: { templates: number }) => [
      { name: 'Sign up', effort: 'email and password' },
      { name: 'Add your product', effort: 'name and price' },
      { name: 'Choose a design', effort: `${templates} templates` },
      { name: 'Connect Stripe', effort: 'once' },
      { name: 'Publish and share the link', effort: '1 click' },
    ],
    total: 'Total',
    duration: ({ minutes }: { minutes: number }) => `under ${minutes} min`,
    creditCard: 'Credit card',
    noCreditCard: 'not needed',
  },
  features: {
    title: 'Features',
    more: ({ features }: { features: string }) => `Also included: ${features}.`,
    pictures: {
      applied: 'Applied',
      pageSize: ({ kilobytes }: { kilobytes: number }) => `${kilobytes} kB`,
    },
  },
  plans: {
    title: 'Pricing',
    lead: ({ trialDays }: { trialDays: number }) =>
      `Choose a plan by how much you sell each month. Try any plan free for ${trialDays} days, no credit card required. Stripe charges its usual fee per sale, and we add nothing to it.`,
    start: 'Start Free Trial',
    note: 'Your trial starts when you first open the builder or choose a plan. Building pages is free forever, even without a plan.',
  },
  faqTitle: 'Frequently asked questions',
  founders: {
    title: 'The founders’ story',
    illustration: ({ price }: { price: string }) => `A green cash register showing ${price}`,
    paragraphs: [
      'We’re two founders who kept building the same thing for friends: one page to sell a course, a zine, or a membership. Every time, the only choices were a full online store or a gray form with another company’s logo.',
      'So we built the tool we wanted to give them: one product, one page, your name on it. That’s also our name: a till is a cash register, and a “wright” is someone who makes things.',
    ],
    link: ({ names }: { names: string }) => `Meet ${names}`,
  },
  closing: { title: 'Start selling today', start: 'Start for free', sales: 'Talk to sales' },
} as const;
