/** Errors of a seller’s plan that need more than the text of their code. */
export const planErrorMessages = {
  endsBeforeDowngrade: ({ date }: { date: string }) =>
    `Your plan ends on ${date}. Reactivate it first, then choose a smaller plan.`,
  salesAboveLimit: ({ sales, plan, limit }: { sales: string; plan: string; limit: string }) =>
    `Your sales of ${sales} this month are above the ${plan} limit of ${limit}.`,
  confirmWithBank: ({ plan }: { plan: string }) =>
    `Your bank requires you to confirm the payment. ${plan} starts as soon as you do.`,
  declined: ({ plan }: { plan: string }) => `Your card was declined. ${plan} starts as soon as the difference is paid.`,
  analyticsExport: 'Exporting analytics requires the Growth or Pro plan.',
} as const;
