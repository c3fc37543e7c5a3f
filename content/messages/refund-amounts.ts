/** Errors of the amount of a refund that a seller types. */
export const refundAmountMessages = {
  zero: 'Enter an amount above 0',
  tooHigh: ({ refundable }: { refundable: string }) => `You can refund up to ${refundable} of this payment`,
};
