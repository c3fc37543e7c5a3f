/** Texts of the countdown, and of the dates and the stock of a page. */
export const builderScheduleMessages = {
  countdown: {
    title: 'Countdown',
    enable: 'Show a countdown',
    hint: 'Ends at the same time for everyone and never restarts.',
    endsAt: 'Ends',
    atEnd: {
      label: 'When it ends',
      nothing: 'Only the text changes',
      close: 'The page closes',
      price: 'The price changes',
    },
    priceAfter: 'Price after the countdown',
    text: 'Text before it ends',
    textPlaceholder: 'Early-bird price ends in',
    textAfter: 'Text after it ends',
    textAfterHint: 'If blank, the countdown disappears when it ends.',
    description: {
      ends: ({ time, distance }: { time: string; distance: string }) => `Ends on ${time} (${distance}).`,
      ended: ({ time, distance }: { time: string; distance: string }) => `Ended on ${time} (${distance}).`,
      willClose: 'Then the page closes, and buyers can’t pay anymore.',
      closed: 'The page is closed.',
      willChangeText: 'Then only the text changes. Buyers can still pay.',
      changedText: 'Only the text changed. Buyers can still pay.',
      willChangePrice: ({ price }: { price: string }) => `Then the price changes to ${price}.`,
      changedPrice: ({ price }: { price: string }) => `The price is now ${price}.`,
      priceMissing: 'Enter the price after the countdown.',
    },
  },
  availability: {
    title: 'Dates and stock',
    opensAt: 'Opens',
    closesAt: 'Closes',
    description: {
      opens: ({ time, distance }: { time: string; distance: string }) => `Opens on ${time} (${distance}).`,
      opened: ({ time, distance }: { time: string; distance: string }) => `Opened on ${time} (${distance}).`,
      closes: ({ time, distance }: { time: string; distance: string }) => `Closes on ${time} (${distance}).`,
      closed: ({ time, distance }: { time: string; distance: string }) => `Closed on ${time} (${distance}).`,
    },
    stock: {
      label: 'Total stock',
      unlimitedHint: 'Leave blank for unlimited.',
      limitedHint: 'Each order uses one. Refunds don’t add stock back.',
      unitsHint: 'Each order uses as many as the buyer chooses. Refunds don’t add stock back.',
      usage: ({ sold, reserved }: { sold: number; reserved: number }) => `${sold} sold, ${reserved} in checkout.`,
      usageWithLeft: ({ sold, reserved, left }: { sold: number; reserved: number; left: number }) =>
        `${sold} sold, ${reserved} in checkout, ${left} left.`,
      show: 'Show remaining stock',
      showHint: 'Buyers see “3 left” below the price, for example.',
    },
    texts: {
      early: 'Text before opening',
      closed: 'Text when closed',
      soldOut: 'Text when sold out',
      hint: 'Leave blank to use the default text.',
    },
  },
};
