/** Texts for a seller who has already used the free trial. */
export const trialUsedMessages = {
  title: 'Free trial already used',
  noPlan:
    'You’ve already used your free trial, so your plan starts when you pay for it. You can build pages without a plan.',
  firstPayment: ({ planName }: { planName: string }) =>
    `You’ve already used your free trial. Pay the invoice to start ${planName}.`,
};
