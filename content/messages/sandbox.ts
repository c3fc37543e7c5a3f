/** Texts that signed-in screens show only while the app runs with the sandbox. */
export const sandboxMessages = {
  badge: { label: 'Sandbox', title: 'Advance the sandbox’s clock' },
  tryPayment: {
    label: 'Try a payment',
    hint: 'No real money moves. Use the test card 4242 4242 4242 4242, any future date, and any security code.',
  },
};
