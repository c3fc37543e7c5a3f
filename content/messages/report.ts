/** The form for reporting a page to the operator, and the headings of legal documents. */
export const reportMessages = {
  title: 'Report a page',
  lead: 'Sellers write their own pages. If a page is misleading, unsafe or illegal, let us know. We review every report and never tell the seller who sent it.',
  optional: 'optional',
  url: 'Page URL',
  reason: 'What’s wrong with it?',
  details: 'What did you see?',
  email: { label: 'Your email address', hint: 'In case we have questions. We never share it.' },
  submit: 'Send report',
  errors: {
    reason: 'Please choose what is wrong with the page.',
    url: 'Enter the URL of the page. You can copy it from your browser’s address bar.',
  },
  sent: {
    title: 'Thank you',
    text: 'We received your report and will review the page.',
    next: 'Did you pay without receiving your purchase? Contact the seller first: their address is on your receipt, which you can find in <purchases>Your purchases</purchases>. For anything else, email <email></email>.',
    home: 'Back to home',
  },
} as const;

export const legalMessages = {
  updated: 'Last updated: <date></date>',
  contents: 'Contents',
  summary: 'Summary',
} as const;
