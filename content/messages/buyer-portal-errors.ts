/** Titles of errors in the buyer portal, by the action that failed. */
export const buyerPortalErrorTitles = {
  requestLink: 'Couldn’t send the link',
  openLink: 'This link doesn’t work',
  cancelSubscription: 'Couldn’t cancel the subscription',
  resumeSubscription: 'Couldn’t resume the subscription',
  updateCard: 'Couldn’t update your card',
  completeBundle: 'Couldn’t open the bundle',
  exportData: 'Download failed',
} as const;
