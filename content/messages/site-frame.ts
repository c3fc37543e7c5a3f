/** Header, footer and notices of the public site. Links are in `content/site-links.ts`. */
export const siteFrameMessages = {
  skipLink: 'Skip to content',
  header: {
    navigation: 'Main',
    menu: 'Menu',
    openMenu: 'Open menu',
    closeMenu: 'Close menu',
    signIn: 'Sign in',
    signUp: 'Get started',
    dashboard: 'Dashboard',
    signOut: 'Sign out',
  },
  footer: { closing: 'Thanks for stopping by.' },
  toasts: 'Notifications',
  notices: {
    'page-not-found': { title: 'Page not found', message: "This checkout page doesn't exist" },
    'page-gone': { title: 'Page not found', message: 'This page is no longer available. You haven’t been charged.' },
    'account-deleted': {
      title: 'Account deleted',
      message: 'Your pages and personal data have been deleted. Thanks for trying us out.',
    },
    'signed-out': { title: 'Signed out', message: 'You have been signed out successfully.' },
  },
} as const;
