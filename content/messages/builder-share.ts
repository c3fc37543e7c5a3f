/** Texts of the dialogs that share and embed a published page. */
export const builderShareMessages = {
  title: 'Share this page',
  linkLabel: 'Your link',
  copyLink: 'Copy link',
  urlLegend: 'URL',
  tabs: { label: 'Ways to share', link: 'Link', code: 'QR code', cards: 'Preview', messages: 'Messages' },
  link: {
    coupon: { label: 'Apply a coupon', none: 'No coupon', hint: 'Applied automatically when someone opens the link.' },
    price: {
      label: 'Preselect a price',
      hint: 'Buyers can still choose another price.',
      firstOption: 'First price',
    },
    campaign: {
      title: 'Campaign',
      description: 'Track visits and orders from this link separately in Analytics.',
      presets: 'Campaign presets',
      save: 'Save campaign',
      delete: 'Delete campaign',
    },
    utm: {
      source: { label: 'Source', hint: 'Where you share the link, such as newsletter or instagram' },
      medium: { label: 'Medium', hint: 'Type of channel, such as email, social, or poster' },
      campaign: { label: 'Campaign', hint: 'Name of the campaign, such as spring-sale' },
      term: { label: 'Term', hint: 'Keyword of a paid search ad, such as online-course' },
      content: { label: 'Content', hint: 'Which of several links was clicked, such as top-button' },
    },
  },
  qr: {
    label: ({ link }: { link: string }) => `QR code for ${link}`,
    color: 'Color',
    colors: { black: 'Black', accent: 'Accent', darkerAccent: 'Darker accent' },
    lowContrast: ({ contrast, minimum }: { contrast: string; minimum: string }) =>
      `This color is too light to scan reliably. Its contrast is ${contrast}:1, and at least ${minimum}:1 is recommended.`,
    logo: { label: 'Logo in the center', hint: 'The code becomes denser so that it still scans.' },
    printing:
      'Use SVG for print and PNG for screens. Print the code at least 1 inch (2.5 cm) wide and keep its white border.',
    svg: 'Download SVG',
    png: 'Download PNG',
    error: { title: 'Couldn’t create the image', message: 'Try again without the logo.' },
  },
  cards: {
    networks: {
      large: 'LinkedIn, Facebook',
      overlay: 'X',
      compact: 'WhatsApp, iMessage, Slack',
    },
    source: ({ host }: { host: string }) => `From ${host}`,
    loadError: 'Couldn’t load the published page.',
    unavailable: 'This page isn’t taking payments right now, so social networks don’t show a preview of it.',
    retry: 'Try again',
    note: 'The title, text, and image come from your published page. Networks cache previews for a few days. To refresh one sooner, use the network’s link debugger.',
  },
  messages: {
    loadError: 'Couldn’t load the published page. Reload the builder to try again.',
    kinds: { email: 'Email', post: 'Social post', chat: 'Chat message' },
    subjectLabel: ({ kind }: { kind: string }) => `${kind}: subject`,
    textLabel: ({ kind }: { kind: string }) => `${kind}: text`,
    greeting: 'Hi,',
    introduction: ({ name }: { name: string }) => `I thought you might like ${name}.`,
    payWhatYouWant: 'Pay what you want',
    priceForOne: ({ price }: { price: string }) => `${price} each`,
    priceOfQuantity: ({ count, units, price }: { count: number; units: string; price: string }) =>
      `${count} ${units} for ${price}`,
    discountedPrice: ({ total, original, code }: { total: string; original: string; code: string }) =>
      `${total} with code ${code} instead of ${original}`,
    chatText: ({ name, offer, link }: { name: string; offer: string; link: string }) => `${name} · ${offer}\n${link}`,
    openEmailApp: 'Open in email app',
    share: 'Share…',
  },
};

export const builderEmbedMessages = {
  title: 'Embed your page',
  kind: 'Display style',
  kinds: {
    inline: {
      label: 'Inline',
      description: 'Shows the full checkout on your site. The height adjusts automatically.',
    },
    popup: { label: 'Popup', description: 'Your own link opens the checkout over your site.' },
    button: { label: 'Button', description: 'A ready-made button opens the checkout over your site.' },
  },
  previewLabels: {
    inline: 'Preview of the inline checkout on your site',
    popup: 'Preview of the popup checkout on your site',
    button: 'Preview of the button on your site',
  },
  defaultButton: 'Buy now',
  noSites: 'No website can embed this page yet. <edit>Add your site</edit>',
  sites: 'Once published, these websites can embed this page: <sites></sites>. <edit>Edit list</edit>',
  unpublished: 'Publish the page to get its embed snippet.',
  snippet: {
    title: 'Paste this where the checkout should appear',
    copy: 'Copy snippet',
    label: 'Snippet',
    hint: 'Add the script once per page, even if you embed several checkouts. Without JavaScript, the link still works.',
  },
  events: {
    title: 'JavaScript events',
    description:
      'Your site can react to <code>tillwright:opened</code>, <code>tillwright:paid</code>, and other events. Don’t rely on them to confirm a payment. Use webhooks or check your orders instead.',
    example: 'Example',
    more: 'Embedding documentation',
  },
};
