/** Headings of legal documents. Their texts are in `content/legal`. */
export const legalMessages = {
  updated: 'Last updated: <date></date>',
  contents: 'Contents',
  summary: 'Summary',
} as const;
