import { EMBED_SCRIPT_PATH, MAX_EMBED_ORIGINS } from '#domain/embedding.ts';

import { text, type DocsSection } from './docs-block.ts';

export const EMBED_DOCS = {
  title: 'Embedding',
  description: 'Show a checkout page inside your own website, react to its events, and use it from React.',
};

const allowSection: DocsSection = {
  id: 'allow',
  title: 'Allow your website',
  blocks: [
    text(
      `In the builder, open the Settings tab, add your website under Embedding, and publish. A page can list up to ${MAX_EMBED_ORIGINS} websites, and no other website can embed it. Websites need \`https://\`, except on \`localhost\` and \`127.0.0.1\`. The port must match, and wildcards aren’t supported.`,
    ),
  ],
};

const markupSection = (appUrl: string): DocsSection => ({
  id: 'markup',
  title: 'Add the checkout',
  blocks: [
    text(
      'In the builder, click Embed to copy a snippet for your page. It has two parts: an element, and the script. Add the script once, even if you embed several pages. It also finds elements that you add later.',
    ),
    {
      kind: 'code',
      caption: 'The checkout inside your page, over your page, and with a ready-made button',
      code: `<div data-tillwright="inline" data-page="your-slug">
  <a href="${appUrl}/c/your-slug">Buy now</a>
</div>

<a data-tillwright="popup" href="${appUrl}/c/your-slug">Buy now</a>

<a data-tillwright="button" href="${appUrl}/c/your-slug">Buy now</a>

<script src="${appUrl}${EMBED_SCRIPT_PATH}" async></script>`,
    },
    text(
      'The links also work without the script. You style the link of a popup yourself. The button has a style of its own, and you can set its colors with the CSS properties `--tillwright-fill` and `--tillwright-ink`.',
    ),
  ],
});

const parametersSection: DocsSection = {
  id: 'parameters',
  title: 'Parameters',
  blocks: [
    text(
      'Pass parameters in the query of the link, in `data-query`, or to `Tillwright.open`. They work in links to the page, too. Buyers can change all of them.',
    ),
    {
      kind: 'table',
      caption: 'Parameters of a page',
      columnHeaders: ['Parameter', 'Effect'],
      rows: [
        ['`email`', 'Fills in the buyer’s email address.'],
        ['`coupon`', 'Applies a coupon code.'],
        ['`priceOption`', 'Selects a price option by its ID.'],
        ['`amount`', 'Fills in the amount of a pay-what-you-want price.'],
        ['`quantity`', 'Fills in the quantity. The page uses the nearest one that it sells.'],
        [
          '`checkout`',
          'Opens a checkout that your app created with [POST /checkouts](/developers/api#checkouts.create). Its metadata is on the order.',
        ],
        ['`f.name`', 'Fills in the custom field called `name`. Also works for hidden fields.'],
      ],
    },
  ],
};

const javascriptSection: DocsSection = {
  id: 'javascript',
  title: 'JavaScript',
  blocks: [
    {
      kind: 'code',
      caption: 'Open a popup, and react when the buyer has paid',
      code: `const popup = Tillwright.open('your-slug', {
  query: { email: 'ana@example.com', coupon: 'SAVE20' },
});
popup.close();

const stop = Tillwright.on('paid', ({ page, order }) => {
  showThankYou(order);
});
stop();`,
    },
    text(
      'Because the script loads asynchronously, `Tillwright` may not exist yet when your code runs. In this case, define the queue first. Your function is called once the script is ready, or immediately if it already is.',
    ),
    {
      kind: 'code',
      caption: 'Wait for the script',
      code: `window.Tillwright ||= { queue: [], ready(callback) { this.queue.push(callback); } };

Tillwright.ready((tillwright) => {
  tillwright.open('your-slug');
});`,
    },
  ],
};

const eventsSection: DocsSection = {
  id: 'events',
  title: 'Events',
  blocks: [
    text(
      'Events are DOM events of the element, or of `body` for `Tillwright.open`. Their names begin with `tillwright:`, they bubble, and their data is in `event.detail`. `Tillwright.on` listens to them without the prefix.',
    ),
    {
      kind: 'table',
      caption: 'Events of a checkout',
      columnHeaders: ['Event', 'Sent when', 'Data'],
      rows: [
        ['`ready`', 'The script is ready. Sent to `document`.', 'none'],
        ['`opened`', 'The checkout is shown.', '`page`'],
        ['`started`', 'The buyer leaves for Stripe’s page to pay.', '`page`'],
        ['`paid`', 'The buyer has paid and is back on your website.', '`page`, `order`'],
        [
          '`pending`',
          'The buyer is back, but the payment takes longer, such as a bank debit. `paid` follows if it succeeds while the checkout is shown.',
          '`page`, `order`',
        ],
        ['`closed`', 'A popup was closed.', '`page`'],
        ['`error`', 'The checkout couldn’t be loaded. A link to the page is shown instead.', '`page`, `code`'],
      ],
    },
    text(
      '`page` is the slug of the page, and `order` is the number in your order list, with which `GET /orders?number=` finds it. Anyone can fake these events on your page, so use them only to say thank you. To deliver something, rely on [webhooks](/developers/webhooks) or the [API](/developers/api).',
    ),
  ],
};

const reactSection = (appUrl: string): DocsSection => ({
  id: 'react',
  title: 'React',
  blocks: [
    text(
      'The package `@tillwright/embed` is in the repository, in `packages/embed`. It contains types and these components:',
    ),
    {
      kind: 'code',
      caption: 'An inline checkout and a link that opens a popup',
      code: `import { TillwrightCheckout, TillwrightLink } from '@tillwright/embed/react';

<TillwrightCheckout
  appUrl="${appUrl}"
  page="your-slug"
  query={{ email: user.email }}
  onPaid={({ order }) => showThankYou(order)}
/>

<TillwrightLink appUrl="${appUrl}" page="your-slug" className="button">
  Buy now
</TillwrightLink>`,
    },
  ],
});

const returnSection: DocsSection = {
  id: 'return',
  title: 'Payment and return',
  blocks: [
    text(
      'Buyers pay on Stripe’s page, which opens in the whole window, and then return to the URL they came from. There, the script shows the result: inside the page’s inline element if there is one, otherwise in a popup.',
    ),
  ],
};

const cspSection = (appUrl: string): DocsSection => ({
  id: 'csp',
  title: 'Content Security Policy',
  blocks: [
    text('If your website sends a Content-Security-Policy, allow the script and the frame:'),
    { kind: 'code', caption: 'Directives', code: `script-src ${appUrl}; frame-src ${appUrl}` },
    text(
      '`style-src` doesn’t need an entry. A website that sends `Cross-Origin-Embedder-Policy` can’t embed the checkout, but it can link to it.',
    ),
  ],
});

const versionsSection: DocsSection = {
  id: 'versions',
  title: 'Versions',
  blocks: [
    text(
      `We improve \`${EMBED_SCRIPT_PATH}\` without changing its URL, so don’t pin it with an integrity hash. Breaking changes get a new URL. Snippets with \`/embed/v1.js\` keep working, but that version no longer changes. The script needs a browser from 2023 or later. In older browsers, the links open the page.`,
    ),
  ],
};

/** Documentation of the embed script. `appUrl`: origin of this installation. */
export const createEmbedDocs = (appUrl: string): readonly DocsSection[] => [
  allowSection,
  markupSection(appUrl),
  parametersSection,
  javascriptSection,
  eventsSection,
  reactSection(appUrl),
  returnSection,
  cspSection(appUrl),
  versionsSection,
];
