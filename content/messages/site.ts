/** Header, footer, notices and error pages of the public site. Links are in `content/site.ts`. */
export const siteMessages = {
  imageAlt: ({ siteName }: { siteName: string }) =>
    `${siteName}: no-code checkout pages. A green cash register printing a receipt.`,
  home: 'Home',
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
  errors: {
    illustration: ({ code }: { code: string }) => `A cash register showing ${code}`,
    home: 'Back to home',
    retry: 'Try again',
    notFound: {
      title: 'Oops! Page not found',
      text: 'The link may be wrong, or the page may have been removed.',
    },
    server: {
      title: 'Something went wrong',
      text: 'We couldn’t load this page. The problem is on our side. Try again in a moment.',
    },
    unavailable: { title: 'Back in a moment', text: 'The site is temporarily unavailable. Try again in a moment.' },
    postNotFound: {
      title: 'Post Not Found',
      text: "The blog post you're looking for doesn't exist or has been removed.",
      back: 'Back to Blog',
    },
  },
} as const;
