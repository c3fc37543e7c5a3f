/** Seconds between a successful payment and its scheduled outcome (dispute or inquiry). */
const anHour = 3600;

const alarms: Record<string, string> = {
  dispute_fraudulent: 'dispute.fraudulent',
  dispute_not_received: 'dispute.not_received',
  dispute_inquiry: 'dispute.inquiry',
};

/** Returns the outcome that a test card schedules for a payment after it has succeeded, if any. */
export const afterwardsOf = (behaviour = ''): { alarm: string; delay: number } | null => {
  const alarm = alarms[behaviour];
  return alarm === undefined ? null : { alarm, delay: anHour };
};
