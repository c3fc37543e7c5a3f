import { list, text, type DocsBlock, type DocsSection } from './docs-block.ts';

export const AUTOMATION_DOCS = {
  title: 'Zapier, Make, and n8n',
  description: 'Send orders to spreadsheets, mailing lists, and other tools without code.',
};

const addWebhook = (urlName: string): string =>
  `In [Integrations](/integrations), click “Add webhook,” enter ${urlName}, choose the event \`order.paid\`, and save.`;

const SEND_TEST =
  'On the webhook’s page, send a test event. The tool shows its fields, which you can use in the next steps.';

const PATHS: DocsBlock = {
  kind: 'table',
  caption: 'Most used fields',
  columnHeaders: ['Field', 'Content'],
  rows: [
    ['`data.order.number`', 'Order number'],
    ['`data.order.buyer.email`', 'Email address of the buyer'],
    ['`data.order.buyer.name`', 'Name of the buyer'],
    ['`data.order.productName`', 'Product'],
    ['`data.order.amounts.total`', 'Price in minor units: 2610 is $26.10. Divide by 100 for most currencies.'],
    ['`data.order.currency`', 'Currency code'],
    ['`data.order.metadata`', 'Your own data'],
  ],
};

/** n8n compares the signature itself: its Webhook node passes on the raw body. */
const N8N_CODE = `const crypto = require('crypto');

const { headers } = $input.first().json;
const body = Buffer.from($input.first().binary.data.data, 'base64').toString();
const secret = 'whsec_…'; // The signing secret of the webhook.
const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
const signed = \`\${headers['webhook-id']}.\${headers['webhook-timestamp']}.\${body}\`;
const expected = 'v1,' + crypto.createHmac('sha256', key).update(signed).digest('base64');
if (!headers['webhook-signature'].split(' ').includes(expected)) throw new Error('Invalid signature');
if (Math.abs(Date.now() / 1000 - headers['webhook-timestamp']) > 300) throw new Error('Request too old');

return [{ json: JSON.parse(body) }];`;

const overviewSection: DocsSection = {
  id: 'how',
  title: 'How it works',
  blocks: [
    text(
      'These tools receive [webhooks](/developers/webhooks): you give them a URL, and they run your steps for each event. The URL must be public and start with `https://`. Keep it secret, because Zapier and Make don’t check signatures.',
    ),
    PATHS,
  ],
};

const zapierSection: DocsSection = {
  id: 'zapier',
  title: 'Zapier',
  blocks: [
    list(
      'Create a Zap with the trigger “Webhooks by Zapier” and the event “Catch Hook.” Copy the webhook URL.',
      addWebhook('the webhook URL'),
      SEND_TEST,
      'In Zapier, click “Test trigger,” choose the request, and add an action, such as a row in Google Sheets.',
    ),
    text('The trigger “Catch Raw Hook” also passes on the headers, if you want to check the signature in a code step.'),
  ],
};

const makeSection: DocsSection = {
  id: 'make',
  title: 'Make',
  blocks: [
    list(
      'Create a scenario with the module “Webhooks” and “Custom webhook.” Add a webhook and copy its address.',
      addWebhook('the address'),
      SEND_TEST,
      'In Make, the module now knows the structure of the data. Add a module, such as “Google Sheets: Add a row,” and turn the scenario on.',
    ),
  ],
};

const n8nSection: DocsSection = {
  id: 'n8n',
  title: 'n8n',
  blocks: [
    list(
      'Add a Webhook node with the method POST, turn on “Raw Body” in its options, and copy the production URL.',
      addWebhook('the production URL'),
      'Add a Code node with the code below, and enter the webhook’s signing secret in it. Newer versions of n8n block `$env` by default, so the secret has to be in the node.',
      'If you host n8n yourself, set `NODE_FUNCTION_ALLOW_BUILTIN=crypto` in its environment, so that the code can use `crypto`.',
      'Activate the workflow and send a test event from the webhook’s page.',
    ),
    { kind: 'code', caption: 'Code node: checks the signature and the age, and returns the event', code: N8N_CODE },
  ],
};

const requestsSection = (appUrl: string): DocsSection => ({
  id: 'requests',
  title: 'Requests from these tools',
  blocks: [
    text(
      `To look something up or change it, use the tool’s HTTP module with an API key. Send the header \`Authorization\` with \`Bearer\` and the key. For example, \`GET ${appUrl}/api/v1/orders?limit=10\` returns the newest orders, and \`POST ${appUrl}/api/v1/checkouts\` creates a link for one buyer.`,
    ),
  ],
});

export const createAutomationDocs = (appUrl: string): readonly DocsSection[] => [
  overviewSection,
  zapierSection,
  makeSection,
  n8nSection,
  requestsSection(appUrl),
];
