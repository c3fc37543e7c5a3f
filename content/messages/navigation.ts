/** The navigation of signed-in screens, and signing out. */
export const navigationMessages = {
  navigation: {
    skipLink: 'Skip to content',
    main: 'Main',
    sections: 'Sections',
    pages: 'Pages',
    files: 'Files',
    licenses: 'License keys',
    orders: 'Orders',
    customers: 'Customers',
    analytics: 'Analytics',
    settings: 'Settings',
    domains: 'Domains',
    integrations: 'Integrations',
    billing: 'Plan and billing',
    account: 'Account',
    help: 'Help',
    noScript: 'This screen needs JavaScript. Turn on JavaScript for this site.',
    accountMenu: {
      button: ({ initials, email }: { initials: string; email: string }) => `${initials}: account menu for ${email}`,
      noEmail: 'No email',
      signedInAs: 'Signed in as',
      site: 'Back to the website',
    },
  },
  signOut: {
    button: 'Sign out',
    busy: 'Signing out…',
    cancel: 'Cancel',
    discard: 'Sign out without saving',
  },
};
