/** Toast for a seller whose trial has started. */
export const welcomeMessages = {
  title: 'Welcome!',
  message: ({ plan, days }: { plan: string; days: number }) =>
    `Your ${days}-day trial started on ${plan}. No credit card required.`,
};
