/** Errors of pages, their coupons, files and reports that need more than the text of their code. */
export const pageErrorMessages = {
  slugTaken: 'This address is already taken',
  suspended: ({ reason, supportEmail }: { reason: string; supportEmail: string }) =>
    `This page was taken down: ${reason} Your draft is kept. Reply to the email about it, or write to ${supportEmail}.`,
  otherPageSuspended: ({ supportEmail }: { supportEmail: string }) =>
    `One of your pages was taken down. You can’t publish pages until this is resolved. Write to ${supportEmail}.`,
  tooManyCoupons: ({ max }: { max: number }) => `A page can have at most ${max} coupons`,
  report: {
    reason: 'Please choose what is wrong with the page.',
    description: ({ max }: { max: number }) => `Describe the problem in up to ${max} characters.`,
    page: 'Enter the URL of the page.',
  },
} as const;
