/** Errors of pages, their coupons, files and reports that need more than the text of their code. */
export const pageErrorMessages = {
  slugTaken: 'This URL is already taken',
  suspended: ({ reason, supportEmail }: { reason: string; supportEmail: string }) =>
    `This page was taken down: ${reason} Your draft is kept. Reply to our email about it, or email ${supportEmail}.`,
  otherPageSuspended: ({ supportEmail }: { supportEmail: string }) =>
    `One of your pages was taken down. You can’t publish pages until this is resolved. To resolve it, email ${supportEmail}.`,
  inBundle: ({ name }: { name: string }) =>
    `This page is part of “${name}”. Remove it from that bundle first, then delete it.`,
  report: {
    reason: 'Choose what’s wrong with the page.',
    description: ({ max }: { max: number }) => `Describe the problem in up to ${max} characters.`,
    page: 'Enter the URL of the page.',
  },
} as const;
