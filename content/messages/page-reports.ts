/** Texts of the form for reporting a page. */
export const pageReportMessages = {
  title: 'Report a page',
  lead: 'Sellers create their own pages. If one is misleading, unsafe, or illegal, let us know. A person reads every report, and we never tell the seller who sent it.',
  page: 'Page URL',
  reason: 'What’s wrong with it?',
  reasons: {
    fraud: 'It’s misleading or a scam',
    imitation: 'It pretends to be someone else',
    illegal: 'It sells something that isn’t allowed',
    not_delivered: 'I paid but didn’t receive anything',
    harmful_file: 'The file is harmful',
    other: 'Something else',
  },
  details: 'What did you see?',
  email: 'Your email address',
  emailHint: 'Only used if we have questions. We never share it.',
  optional: 'optional',
  submit: 'Send report',
  errors: {
    reasonMissing: 'Choose what’s wrong with the page.',
    pageInvalid: 'Enter the URL of the page, as shown in your browser’s address bar.',
  },
  sent: {
    title: 'Thank you',
    lead: 'We received your report and will review the page.',
    help: ({ email }: { email: string }): string =>
      `Did you pay but receive nothing? Contact the seller first. Their email address is on your receipt, in <purchases>Your purchases</purchases>. For anything else, email <support>${email}</support>.`,
    home: 'Back to home',
  },
};
