/**
 * Whether a bank only asks about a payment, by the provider's word for the dispute: nothing is taken, and a refund is
 * still possible. An inquiry may grow into a dispute.
 */
export const isInquiry = (status: string): boolean => status.startsWith('warning_');
