/** The blog. Posts are in `content/blog`. */
export const blogMessages = {
  breadcrumb: 'Breadcrumb',
  byline: ({ authors }: { authors: string }) => `By <link>${authors}</link>`,
  readingTime: ({ minutes }: { minutes: number }) => `${minutes} min read`,
  related: 'Related articles',
  backToList: 'Back to all posts',
  readMore: ({ title }: { title: string }) => `Read more<hidden> about ${title}</hidden>`,
  empty: { title: 'No posts yet', text: 'Our articles about selling online will appear here.' },
} as const;
