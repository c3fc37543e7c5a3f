type Numbered = { number: number | string };
type Amount = { amount: string };

/** Emails to sellers about orders, refunds, disputes and their Stripe account. */
export const sellerEmailMessages = {
  fallbackBuyer: 'A buyer',
  fallbackProduct: 'Your product',
  fallbackReason: 'Not given',
  seeOrder: 'See the order',
  orderNumber: ({ number }: Numbered) => `No. ${number}`,
  item: ({ name, amount }: Amount & { name: string }) => `${name}, ${amount}`,
  details: {
    buyer: 'Buyer',
    country: 'Country',
    product: 'Product',
    payment: 'Payment',
    items: 'Items',
    order: 'Order',
    coupon: 'Coupon',
    reason: 'Reason',
    stripeReason: 'Reason from Stripe',
    nextAttempt: 'Next attempt',
    noNextAttempt: 'None',
    respondBy: 'Respond by',
    noDeadline: 'No deadline given',
  },

  sale: {
    subject: ({ product, amount }: Amount & { product: string }) => `Sold: “${product}”, ${amount}`,
    subjectRenewal: ({ product, amount }: Amount & { product: string }) => `Renewed: “${product}”, ${amount}`,
    title: 'You made a sale',
    titleRenewal: 'A subscription was renewed',
    subjectInstallment: ({ product, amount }: Amount & { product: string }) => `Paid: “${product}”, ${amount}`,
    titleInstallment: 'You received a payment',
    installment: ({ number, count }: { number: number; count: number }) => `${number} of ${count}`,
    preview: ({ amount, buyer }: Amount & { buyer: string }) => `${amount} from ${buyer}.`,
    paid: 'Paid',
    answers: 'The buyer’s answers',
  },

  renewalFailed: {
    subject: ({ product }: { product: string }) => `A renewal of “${product}” failed`,
    title: 'A renewal failed',
    subjectInstallment: ({ product }: { product: string }) => `A payment for “${product}” failed`,
    titleInstallment: 'A payment failed',
    preview: ({ amount, buyer }: Amount & { buyer: string }) => `${amount} from ${buyer} is due.`,
    due: 'Due',
    text: 'The bank declined the payment. Stripe will try again automatically, and we emailed your buyer about it. You don’t need to do anything.',
    noNextTry:
      'The bank declined the payment, and Stripe won’t try again automatically. We emailed your buyer about it.',
  },

  notArrived: {
    subject: ({ amount, number }: Amount & Numbered) => `A payment of ${amount} didn’t arrive (order No. ${number})`,
    title: 'A payment didn’t arrive',
    preview: 'The order is marked as failed, and its stock is available again.',
    amount: 'Not received',
    method: 'Payment method',
    text: 'The payment failed, expired, or was pending for 30 days. The order is marked as failed, and its stock and coupon are available again. We emailed your buyer.',
  },

  refundFailed: {
    subject: ({ amount, number }: Amount & Numbered) => `Your refund of ${amount} failed (order No. ${number})`,
    title: 'A refund failed',
    preview: 'Your buyer didn’t get the money. It’s back in your Stripe balance.',
    amount: 'Not refunded',
    text: 'Your buyer’s bank returned the refund, and the money is back in your Stripe balance.',
    advice: 'Try again from the order, or ask your buyer for another way to return the money.',
  },

  licenseKeysMissing: {
    subject: ({ number }: Numbered) => `No license key left for order No. ${number}`,
    title: 'A buyer is waiting for a license key',
    preview: ({ name }: { name: string }) => `Your list for “${name}” has no unused keys left.`,
    licenseKeys: 'License keys',
    text: ({ name }: { name: string }) =>
      `This order was paid, but your list for “${name}” has no unused keys left, so your buyer didn’t get one.`,
    advice: 'Add keys to the list, and your buyer gets theirs within ten minutes. You don’t need to do anything else.',
  },

  dispute: {
    subject: ({ amount, number }: Amount & Numbered) => `Disputed: ${amount} of order No. ${number}`,
    subjectWithDeadline: ({ amount, day }: Amount & { day: string }) => `Disputed: ${amount}. Respond by ${day}`,
    title: 'A payment is disputed',
    preview: ({ amount, number }: Amount & Numbered) =>
      `The buyer of order No. ${number} disputed ${amount} with their bank.`,
    amount: 'Disputed',
    text: 'The buyer’s bank has withdrawn the money until the dispute is decided. Respond in Stripe with evidence that the charge was valid. If you don’t respond, you lose the dispute. You can’t refund the payment in the meantime.',
    respond: 'Respond in Stripe',
  },

  inquiry: {
    subject: ({ amount, number }: Amount & Numbered) => `Bank inquiry: ${amount} of order No. ${number}`,
    subjectWithDeadline: ({ amount, day }: Amount & { day: string }) => `Bank inquiry: ${amount}. Respond by ${day}`,
    title: 'A bank is asking about a payment',
    preview: ({ amount, number }: Amount & Numbered) =>
      `The buyer’s bank is asking why ${amount} was charged for order No. ${number}.`,
    amount: 'In question',
    text: 'This is only an inquiry: the buyer’s bank hasn’t withdrawn any money. Respond in Stripe with evidence that the charge was valid, or refund the payment. If you don’t respond, it can become a dispute, which costs you the amount and a fee.',
  },

  disputeClosed: {
    inquiry: {
      subject: ({ amount, number }: Amount & Numbered) => `Bank inquiry closed: ${amount} (No. ${number})`,
      title: 'A bank inquiry is closed',
      preview: 'It didn’t become a dispute.',
      amount: 'In question',
      text: ({ amount, number }: Amount & Numbered) =>
        `The bank asked about ${amount} of order No. ${number}. The inquiry is closed without a dispute, and the bank hasn’t withdrawn any money.`,
    },
    won: {
      subject: ({ amount, number }: Amount & Numbered) => `You won the dispute over ${amount} (No. ${number})`,
      title: 'You won a dispute',
      preview: ({ amount }: Amount) => `You keep ${amount}.`,
      amount: 'Returned to you',
      text: ({ number }: Numbered) =>
        `The bank decided the dispute over order No. ${number} in your favor and returns the money to you.`,
    },
    lost: {
      subject: ({ amount, number }: Amount & Numbered) => `You lost the dispute over ${amount} (No. ${number})`,
      title: 'You lost a dispute',
      preview: ({ amount }: Amount) => `The buyer keeps ${amount}.`,
      amount: 'Lost',
      text: ({ number }: Numbered) =>
        `The bank decided the dispute over order No. ${number} in your buyer’s favor. They keep the money, and it no longer counts toward your revenue.`,
    },
  },

  paymentsOff: {
    preview: 'Your pages can’t take payments for now.',
    restricted: {
      subject: 'Your pages can’t take payments: Stripe needs more information',
      title: 'Stripe paused your payments',
      text: 'Your account can’t take payments until Stripe has the information it asks for. Until then, your pages show a notice and take no payments. Payments resume automatically.',
      label: 'See what’s missing',
    },
    disconnected: {
      subject: 'Your pages can’t take payments: your Stripe account is disconnected',
      title: 'Your Stripe account is disconnected',
      text: 'Your Stripe account was disconnected, so your pages can’t take payments. Nothing else has changed. Reconnect it, and your pages can take payments again.',
      label: 'Reconnect Stripe',
    },
  },
} as const;
