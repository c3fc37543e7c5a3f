type Amount = { amount: string | null };
type SomeDate = { date: string };

/** Texts of the timeline, by event or email. */
export const orderTimelineMessages = {
  title: 'Timeline',
  actors: { seller: 'By you', buyer: 'By the buyer', provider: 'In the Stripe dashboard' },
  date: ({ time }: { time: string }) => `${time} UTC`,

  checkoutStarted: 'Checkout started',
  checkoutStartedDetail: 'On your page',
  pending: 'Payment pending',
  pendingDetail: 'The money hasn’t arrived yet',
  paymentFailed: 'Payment failed',
  paymentFailedDetail: 'The buyer wasn’t charged',
  paid: ({ amount }: Amount) => (amount ? `Paid ${amount}` : 'Paid'),
  renewed: ({ amount }: Amount) => (amount ? `Renewed for ${amount}` : 'Renewed'),
  renewalFailed: ({ amount }: Amount) => (amount ? `Renewal of ${amount} failed` : 'Renewal failed'),
  retryOn: ({ date }: SomeDate) => `Stripe will retry on ${date}`,
  noRetry: 'Stripe won’t retry',
  renewalRecovered: ({ amount }: Amount) => (amount ? `Overdue renewal of ${amount} paid` : 'Overdue renewal paid'),
  refundRequested: ({ amount }: Amount) => (amount ? `Refund of ${amount} in progress` : 'Refund in progress'),
  refunded: ({ amount }: Amount) => (amount ? `Refunded ${amount}` : 'Refunded'),
  refundFailed: ({ amount }: Amount) => (amount ? `Refund of ${amount} failed` : 'Refund failed'),
  refundedElsewhere: ({ amount }: Amount) =>
    amount ? `Refunded ${amount} outside of Stripe` : 'Refunded outside of Stripe',
  refundFailedDetail: 'The money is back in your Stripe balance',
  disputed: ({ amount }: Amount) => (amount ? `Dispute for ${amount} opened` : 'Dispute opened'),
  respondBy: ({ date }: SomeDate) => `Respond by ${date}`,
  disputeAnswered: 'Dispute response submitted',
  disputeAnsweredDetail: 'The bank is reviewing your response',
  disputeWon: ({ amount }: Amount) => (amount ? `Dispute for ${amount} won` : 'Dispute won'),
  disputeWonDetail: 'The money was returned to you',
  disputeLost: ({ amount }: Amount) => (amount ? `Dispute for ${amount} lost` : 'Dispute lost'),
  disputeLostDetail: 'The money was returned to the buyer',
  cancellationSet: 'Subscription canceled',
  endsOn: ({ date }: SomeDate) => `Ends on ${date}`,
  cancellationUndone: 'Subscription resumed',
  subscriptionEnded: 'Subscription ended',
  receiptCreated: 'Receipt created',

  emails: {
    receipt: {
      waiting: 'Sending receipt',
      sent: 'Receipt sent',
      failed: 'Receipt not delivered',
      bounced: 'Receipt bounced',
    },
    order_pending: {
      waiting: 'Sending order confirmation',
      sent: 'Order confirmation sent',
      failed: 'Order confirmation not delivered',
      bounced: 'Order confirmation bounced',
    },
    payment_not_arrived: {
      waiting: 'Sending “payment not received” email',
      sent: '“Payment not received” email sent',
      failed: '“Payment not received” email not delivered',
      bounced: '“Payment not received” email bounced',
    },
    renewal_failed: {
      waiting: 'Sending payment failure email',
      sent: 'Payment failure email sent',
      failed: 'Payment failure email not delivered',
      bounced: 'Payment failure email bounced',
    },
    refund_made: {
      waiting: 'Sending refund email',
      sent: 'Refund email sent',
      failed: 'Refund email not delivered',
      bounced: 'Refund email bounced',
    },
    subscription_ends: {
      waiting: 'Sending cancellation email',
      sent: 'Cancellation email sent',
      failed: 'Cancellation email not delivered',
      bounced: 'Cancellation email bounced',
    },
    free_trial_ends: {
      waiting: 'Sending trial reminder',
      sent: 'Trial reminder sent',
      failed: 'Trial reminder not delivered',
      bounced: 'Trial reminder bounced',
    },
  },
  emailTo: ({ email }: { email: string }) => `To ${email}`,
};
