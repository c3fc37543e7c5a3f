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
    description: 'For established businesses that need unlimited sales.',
    features: ['Dedicated account manager', 'Custom integrations', '24/7 phone support'],
  },
};
