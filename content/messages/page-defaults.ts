/** Names and texts of a page that its seller hasn’t written. */
export const pageDefaultMessages = {
  name: 'Untitled page',
  nameTooLong: ({ limit, length }: { limit: number; length: number }) =>
    `The page’s name can’t be longer than ${limit} characters (now ${length})`,
  deletedName: ({ name }: { name: string }) => `${name} (deleted)`,
  copySuffix: ' (copy)',
  buttonText: 'Buy now',
  successMessage: 'Thank you for your purchase.',
  unit: 'item',
  units: 'items',
  priceNames: {
    oneTime: 'One-time',
    weekly: 'Weekly',
    monthly: 'Monthly',
    yearly: 'Yearly',
    paymentPlan: 'Payment plan',
  },
};
