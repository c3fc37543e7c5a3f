/** Texts of the dialog that deletes a customer’s data. */
export const deleteCustomerMessages = {
  title: 'Delete the personal data of <customer></customer>?',
  effects: [
    'Their email, name, answers, and your note are deleted, along with the emails sent to them.',
    'Orders, amounts, countries, and accepted terms stay, because you need them for your accounting.',
    'Stripe isn’t changed. It keeps the customer’s data, so delete it there as well if you need to.',
    'They can no longer open their purchases or receipts. This can’t be undone.',
  ],
  email: ({ email }: { email: string }) => `Type ${email} to confirm`,
  cancel: 'Cancel',
  submit: 'Delete data',
  busy: 'Deleting…',
  successTitle: 'Data deleted',
  success: 'The orders stay in your list without a name.',
};
