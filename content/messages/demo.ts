/** The demo checkout pages. Their content is in `content/demo-pages.ts`. */
export const demoMessages = {
  label: 'About this demo',
  banner: '<b>This is a demo.</b> The seller is fictional. Nothing is charged or saved.',
  coupon: ({ code }: { code: string }) => `Try the coupon <b>${code}</b>`,
  create: 'Create your own page',
  pageTitle: ({ productName }: { productName: string }) => `Demo checkout: ${productName}`,
  emailMissing: 'Please enter your email address.',
  processing: { title: 'Processing...', text: 'If nothing happens, <link>continue to the result</link>.' },
  paidTitle: 'Payment Successful!',
} as const;
