const REFUND_TIME = 'It can take 5 to 10 business days to arrive.';

type NextPayment = { amount: string; day: string };

/** Texts of the page after payment. */
export const paymentResultMessages = {
  states: {
    waiting: { title: 'Confirming your payment', text: 'This usually takes a few seconds.' },
    late: {
      title: 'Still confirming your payment',
      text: 'This is taking longer than usual. Your receipt will appear here once the payment is confirmed. You don’t need to pay again.',
    },
    pending: {
      title: 'Your payment is processing',
      text: 'We received your order. Some payment methods take a few days to clear. This page will update when the payment arrives. You don’t need to pay again.',
    },
    unfinished: {
      title: 'Your payment wasn’t completed',
      text: 'You haven’t been charged. You can go back and try again.',
    },
    refunded: {
      title: 'This order was refunded',
      text: `The full amount goes back to your original payment method. ${REFUND_TIME}`,
    },
    partly_refunded: {
      title: 'Part of this order was refunded',
      text: `The refund goes back to your original payment method. ${REFUND_TIME}`,
    },
    paid: { title: 'Payment Successful!', text: '' },
    plain: {
      title: 'No order to show',
      text: 'After you pay, this page shows “Payment Successful!” and your receipt. To see earlier orders, open your purchases.',
    },
  },
  next: { late: 'Check again', pending: 'Check again', unfinished: 'Back to checkout' },
  receipt: {
    discount: 'Coupon',
    coupon: ({ code }: { code: string }): string => `Coupon ${code}`,
    total: 'Total',
    paid: 'Paid',
    refunded: 'Refunded',
    email: 'Email',
    number: 'Order number',
    date: 'Date',
    soldBy: 'Sold by',
  },
  /** What happens after the payment. */
  nextSteps: {
    receipt: {
      queued: 'Your receipt is on its way to <email></email>.',
      sent: 'We emailed your receipt to <email></email>.',
      failed: 'We couldn’t deliver your receipt to <email></email>.',
    },
    nextPayment: ({ amount, day }: NextPayment): string =>
      `Your next payment of ${amount} is on ${day}. You can change your card or cancel in <link>your purchases</link>.`,
    /** The next payment of a payment plan, which can't be canceled there. */
    nextInstallment: ({ amount, day, number, count }: NextPayment & { number: number; count: number }): string =>
      `Your next payment of ${amount} is on ${day} (${number} of ${count}). You can change your card in <link>your purchases</link>.`,
    trial: {
      with_card: ({ amount, day }: NextPayment): string =>
        `Your free trial ends on ${day}. You’ll be charged ${amount} then. You can change your card or cancel in <link>your purchases</link>.`,
      without_card: ({ amount, day }: NextPayment): string =>
        `Your free trial ends on ${day}. To continue for ${amount}, add a card in <link>your purchases</link> by then.`,
    },
    priceAfterDiscount: ({ amount, day }: { amount: string; day: string }): string =>
      `From ${day}, each payment is ${amount}.`,
    contact: 'Questions? Email <seller></seller> at <email></email>.',
    contactWithoutName: 'Questions? Email the seller at <email></email>.',
  },
  nextSite: {
    back: {
      link: 'Back to <site></site>',
      redirecting: 'You’ll be redirected in a few seconds. <link>Stay on this page</link>',
    },
    forward: {
      link: 'Continue to <site></site>',
      redirecting: 'You’re being sent to <site></site>. <link>Stay on this page</link>',
    },
  },
  home: 'Return to Home',
  purchases: 'Your purchases',
};
