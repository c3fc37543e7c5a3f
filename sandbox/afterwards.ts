/** Seconds between a successful payment and its scheduled outcome (dispute or inquiry). */
const HOUR_S = 3600;

const OUTCOME_TASKS: Record<string, string> = {
  dispute_fraudulent: 'dispute.fraudulent',
  dispute_not_received: 'dispute.not_received',
  dispute_inquiry: 'dispute.inquiry',
};

/** Returns the outcome that a test card schedules for a payment after it has succeeded, if any. */
export const scheduledOutcomeOf = (behavior = ''): { task: string; delay: number } | null => {
  const task = OUTCOME_TASKS[behavior];
  return task === undefined ? null : { task, delay: HOUR_S };
};
