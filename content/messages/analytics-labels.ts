/** Names of dimensions and their values, in analytics and in exports. */
export const analyticsLabels = {
  dimensions: {
    page: 'Page',
    version: 'Version',
    source: 'Source',
    referrer: 'Referrer',
    utm_source: 'UTM source',
    utm_medium: 'UTM medium',
    utm_campaign: 'UTM campaign',
    utm_term: 'UTM term',
    utm_content: 'UTM content',
    country: 'Country',
    device: 'Device',
    embed: 'Embedded on',
    coupon: 'Coupon',
    payment_method: 'Payment method',
    bump: 'Extra',
  },
  devices: { desktop: 'Computers', mobile: 'Phones', tablet: 'Tablets', other: 'Other' },
};
