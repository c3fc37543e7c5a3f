const EMAIL_WHEN_ARRIVED = 'We’ll email you when your payment arrives. You don’t need to pay again.';

/** What buyers read about a payment that has not arrived yet: after paying, in emails and on their purchases page. */
export const pendingPaymentMessages = {
  debit: `Bank debits usually take 3 to 6 business days. ${EMAIL_WHEN_ARRIVED}`,
  voucher: 'Pay the voucher to complete your order. We’ll email you when your payment arrives.',
  voucherUntil: ({ day }: { day: string }) =>
    `Pay the voucher by ${day} to complete your order. We’ll email you when your payment arrives.`,
  transfer: 'Send the bank transfer to complete your order. We’ll email you when your payment arrives.',
  other: `Some payment methods take a few days. ${EMAIL_WHEN_ARRIVED}`,
  showVoucher: 'Show voucher',
  showTransfer: 'Show bank details',
  /** In the buyer's list of purchases. */
  since: ({ method, day }: { method: string; day: string }) => `${method} payment pending since ${day}`,
  sinceDay: ({ day }: { day: string }) => `Payment pending since ${day}`,
  voucherOpen: ({ method, day }: { method: string; day: string }) => `Pay the ${method} voucher by ${day}`,
  notArrived: 'The payment didn’t arrive. You weren’t charged.',
  payAgain: 'Back to checkout',
};
