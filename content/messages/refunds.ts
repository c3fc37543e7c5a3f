/** Texts of the dialogs that refund a payment and choose the items of a refund. */
export const refundMessages = {
  items: {
    title: 'Which items was this for?',
    description: ({ amount }: { amount: string }) =>
      `This refund of ${amount} arrived without items. Choose them, so that this order and your analytics show what was refunded. No money moves.`,
    cancel: 'Cancel',
    submit: 'Save items',
    busy: 'Saving…',
    success: 'Items saved',
  },

  dialog: {
    title: ({ amount }: { amount: string }) => `Refund ${amount} to <buyer></buyer>?`,
    partialTitle: 'Refund part of this payment to <buyer></buyer>?',
    cancel: 'Cancel',
    submit: ({ amount }: { amount: string }) => `Refund ${amount}`,
    submitWithoutAmount: 'Refund',
    busy: 'Refunding…',
    payment: 'Payment',
    paymentOption: ({ name, date, amount }: { name: string; date: string; amount: string }) =>
      `${name}, ${date}: ${amount}`,
    amount: 'Amount',
    full: ({ amount }: { amount: string }) => `Full refund, ${amount}`,
    partial: 'Partial refund',
    lines: 'Some items',
    units: 'A quantity',
    quantity: 'Quantity to refund',
    quantityOf: ({ name }: { name: string }) => `Quantity of ${name} to refund`,
    quantityHint: ({ quantity, max, amount }: { quantity: number; max: number; amount: string }) =>
      `${quantity} of ${max}, ${amount}`,
    quantityOutside: ({ max }: { max: number }) => `Enter a whole number from 1 to ${max}`,
    quantityAboveRest: ({ max, amount }: { max: number; amount: string }) =>
      `Only ${amount} of this item is left. Refund all ${max}, or a partial amount.`,
    line: ({ name, amount }: { name: string; amount: string }) => `${name}, ${amount}`,
    noLine: 'Choose at least one item',
    upTo: ({ amount }: { amount: string }) => `Up to ${amount}`,
    reason: 'Reason',
    reasonHint: 'We’ll send this reason to Stripe.',
    fraudulentHint: 'Stripe also blocks this card and email address.',
    endAccess: 'End access to what was delivered',
    endPlan: 'Also end the payment plan',
    cancelSubscription: 'Also cancel the subscription immediately',
    description: 'The buyer gets the money in 5 to 10 business days. Stripe doesn’t refund its fees.',
    inProgressTitle: 'Refund in progress',
    inProgress: ({ amount, buyer }: { amount: string; buyer: string }) =>
      `Stripe hasn’t confirmed it yet. We’ll keep trying until ${amount} is on its way to ${buyer}.`,
    successTitle: 'Refund sent',
    success: ({ amount, buyer }: { amount: string; buyer: string }) =>
      `${amount} will reach ${buyer} in 5 to 10 business days.`,
  },
};
