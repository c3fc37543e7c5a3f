/** Names and texts of a page that its seller hasn’t written. */
export const pageDefaultMessages = {
  name: 'Untitled page',
  deletedName: ({ name }: { name: string }) => `${name} (deleted)`,
  copySuffix: ' (copy)',
  buttonText: 'Buy now',
  successMessage: 'Thank you for your purchase.',
  unit: 'item',
  units: 'items',
  priceNames: { oneTime: 'One-time', weekly: 'Weekly', monthly: 'Monthly', yearly: 'Yearly' },
};
