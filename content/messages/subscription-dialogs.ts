/** Texts of the dialogs that end a buyer’s subscription or payment plan. */
export const subscriptionDialogMessages = {
  cancelDialog: {
    title: 'Cancel “<product></product>” for <buyer></buyer>?',
    dismiss: 'Keep subscription',
    submitNow: 'Cancel now',
    submitAtPeriodEnd: ({ date }: { date: string }) => `Cancel on ${date}`,
    busy: 'Canceling…',
    when: 'When',
    atPeriodEnd: ({ date }: { date: string }) => `At the end of the paid period, on ${date}`,
    atTrialEnd: ({ date }: { date: string }) => `At the end of the free trial, on ${date}`,
    now: 'Now',
    nowDescription:
      'The subscription ends immediately and can’t be resumed. Past payments aren’t refunded automatically. We’ll email the buyer.',
    atPeriodEndDescription:
      'The buyer won’t be charged again. You can resume the subscription until then. We’ll email the buyer.',
  },

  endPlanDialog: {
    title: 'End <buyer></buyer>’s payment plan for “<product></product>”?',
    dismiss: 'Keep payment plan',
    submit: 'End payment plan',
    busy: 'Ending…',
    description:
      'No more payments will be charged, and you can’t undo this. Past payments aren’t refunded automatically. We’ll email the buyer.',
  },
};
