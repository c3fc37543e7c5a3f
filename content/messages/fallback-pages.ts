/** Texts of the plain documents on sellers' domains. */
export const fallbackPageMessages = {
  empty: { title: 'There’s nothing here yet', text: 'Please come back later.' },
  notFound: { title: 'Page not found', text: 'This page doesn’t exist. <link>Go to the home page</link>' },
  unavailable: {
    title: 'Back in a moment',
    text: 'There’s a temporary problem with this site. Please try again shortly.',
  },
};
