/**
 * True if the dispute is only an inquiry, by Stripe's status: no money is withdrawn, and a refund is still possible.
 * An inquiry can become a dispute.
 */
export const isInquiry = (status: string): boolean => status.startsWith('warning_');
