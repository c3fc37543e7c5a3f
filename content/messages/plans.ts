/** Names, descriptions and features of the seller plans. */
export const planMessages = {
  starter: {
    name: 'Starter',
    description: 'For launching your first product.',
    features: ['Unlimited checkout pages', 'Custom branding', 'Basic analytics', 'Email support'],
  },
  growth: {
    name: 'Growth',
    description: 'For growing businesses with steady sales.',
    features: ['Advanced analytics', 'Priority support', 'Custom domain'],
  },
  pro: {
    name: 'Pro',
    description: 'For established businesses with high sales volume.',
    features: ['Dedicated account manager', 'Custom integrations', '24/7 phone support'],
  },
};

/** Errors of analytics that the plan doesn't include. */
export const analyticsPlanMessages = {
  period: 'Periods longer than 30 days require the Growth or Pro plan.',
  comparison: 'Comparing periods requires the Growth or Pro plan.',
  breakdown: 'Traffic sources and other breakdowns require the Growth or Pro plan.',
};
