/** Texts of the dialog that adds a domain. */
export const addDomainMessages = {
  title: 'Add a domain',
  submit: 'Add domain',
  busy: 'Adding…',
  missing: 'Enter a domain that you own, such as pay.example.com.',
  domainLabel: 'Domain',
  domainHint:
    'Use a whole domain (example.com) or a subdomain (pay.example.com). A subdomain doesn’t affect your existing website.',
  pageLabel: 'Page',
  pageHint: 'Shown at the root of the domain. You can change it at any time.',
};
