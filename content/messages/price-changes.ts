/** Messages for a buyer whose checkout request was rejected, and about what changed since the page was opened. */
export const priceChangeMessages = {
  reservedTitle: 'One moment, please',
  notCharged: ({ message }: { message: string }): string => `${message} You haven’t been charged.`,
  price: {
    title: 'The price has changed',
    text: ({ oldPrice, newPrice }: { oldPrice: string; newPrice: string }): string =>
      `The price changed from ${oldPrice} to ${newPrice} since you opened the page.`,
  },
  /** What to do next. */
  next: {
    payNewPrice: 'You haven’t been charged. Submit again to pay the new price.',
    payWithoutCoupon: 'You haven’t been charged. Submit again to pay without it.',
    pay: 'You haven’t been charged. Submit again to pay.',
  },
  withoutTrial: ({ price }: { price: string }): string =>
    `Without a trial, it’s ${price}. You haven’t been charged. Submit again to order it.`,
  coupon: {
    notAppliedTitle: 'Coupon not applied',
    endedTitle: 'Your coupon has ended',
    coupon_used_up: ({ code }: { code: string }): string => `The coupon ${code} has been fully redeemed.`,
    coupon_used_by_buyer: ({ code }: { code: string }): string => `You’ve already used the coupon ${code}.`,
    coupon_not_new: ({ code }: { code: string }): string => `The coupon ${code} is for new buyers.`,
    coupon_not_owner: ({ code }: { code: string }): string => `The coupon ${code} is for buyers of another product.`,
    coupon_below_price: ({ code }: { code: string }): string => `The coupon ${code} doesn’t apply to this price.`,
    coupon_not_started: ({ code }: { code: string }): string => `The coupon ${code} isn’t valid yet.`,
    ended: ({ code }: { code: string }): string => `The coupon ${code} is no longer valid.`,
    priceChanged: ({ oldPrice, newPrice }: { oldPrice: string; newPrice: string }): string =>
      `The price was ${oldPrice} with it and is now ${newPrice}.`,
    samePrice: 'The price is the same without it.',
  },
  amount: {
    fixedPrice: 'This page now has a fixed price. Reload the page to see it.',
    belowMinimum: ({ minimum }: { minimum: string }): string => `The minimum amount is ${minimum}.`,
    belowStripeMinimum: ({ minimum }: { minimum: string }): string => `Enter ${minimum} or more, or 0 to pay nothing.`,
    aboveMaximum: ({ maximum }: { maximum: string }): string => `The maximum amount is ${maximum}.`,
  },
};
