/** Texts of all pages of the public site, and error pages. */
export const siteMessages = {
  imageAlt: ({ siteName }: { siteName: string }) =>
    `${siteName}: no-code checkout pages. A green cash register printing a receipt.`,
  home: 'Home',
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
