/** Seconds until a buyer's bank comes back on a payment that went well. */
const anHour = 3600;

const alarms: Record<string, string> = {
  dispute_fraudulent: 'dispute.fraudulent',
  dispute_not_received: 'dispute.not_received',
  dispute_inquiry: 'dispute.inquiry',
};

/** What a card has in store for a payment after it has succeeded. */
export const afterwardsOf = (behaviour = ''): { alarm: string; delay: number } | null => {
  const alarm = alarms[behaviour];
  return alarm === undefined ? null : { alarm, delay: anHour };
};
