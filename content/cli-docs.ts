import { list, text, type DocsSection } from './docs-block.ts';

export const CLI_DOCS = {
  title: 'Command line',
  description: 'The whole API in your terminal, webhooks on your machine, and an MCP server for AI assistants.',
};

const installSection = (appUrl: string): DocsSection => ({
  id: 'install',
  title: 'Install and log in',
  blocks: [
    text(
      'In a copy of the repository, run `npx tillwright`. Elsewhere, this command would fetch whatever has that name on npm: run `node /path/to/tillwright/cli/tillwright.mjs` instead. It needs Node.js 20.19 or later.',
    ),
    {
      kind: 'code',
      caption: 'Save a key with its address',
      code: `npx tillwright login --server ${appUrl}
npx tillwright whoami`,
    },
    text(
      'A saved key is only ever sent to the address it was saved with. Save more keys with `--profile NAME`. Scripts set `TILLWRIGHT_KEY` and `TILLWRIGHT_URL` instead. Keys aren’t accepted as arguments, and live keys are sent over `https` only.',
    ),
  ],
});

const commandsSection: DocsSection = {
  id: 'commands',
  title: 'Commands',
  blocks: [
    text('Each operation of the API is a command. Options are the parameters of the operation.'),
    {
      kind: 'code',
      caption: 'Examples',
      code: `npx tillwright orders list --state paid
npx tillwright orders refunds create ORDER_ID --amount 500
npx tillwright orders export -o orders.csv
npx tillwright pages coupons create PAGE_ID --code LAUNCH20 --percent-off 20
npx tillwright coupons batch --page PAGE_ID --code FAIR --percent-off 20 --count 500 -o codes.csv
npx tillwright licenses import keys.csv --deliverable DELIVERABLE_ID
npx tillwright files push guide.pdf --page PAGE_ID
npx tillwright pages export PAGE_ID -o page.json --with-files page-files
npx tillwright pages publish page.json --with-files page-files --slug throwing-taller
npx tillwright api GET /orders -f state=paid --paginate --json`,
    },
    list(
      'Add `--help` to any command for its options and examples.',
      '`--json` prints JSON, and `--ndjson` prints lists as one object per line. Errors are then JSON on standard error. `--quiet` prints only errors, and `--no-color` turns off colors.',
      'Lists show 20 rows. Use `--limit NUMBER` or `--all` for more.',
      '`--data` takes a whole body as JSON, `@FILE`, or `-` for standard input.',
      '`tillwright completion bash` prints a completion script. zsh and fish work, too.',
    ),
    {
      kind: 'table',
      caption: 'Exit codes',
      columnHeaders: ['Code', 'Meaning'],
      rows: [
        ['`0`', 'Success.'],
        ['`1`', 'The API refused the request.'],
        ['`2`', 'Invalid usage or input.'],
        ['`3`', 'No response from the server.'],
        ['`70`', 'An error in the program itself.'],
      ],
    },
  ],
};

const webhooksSection: DocsSection = {
  id: 'webhooks',
  title: 'Webhooks on your machine',
  blocks: [
    text(
      '`listen` forwards events to an app on your machine as they happen. `trigger` sends it a sample event. Requests have the same headers and signatures as webhooks. Both show the signing secret, or use the one in `TILLWRIGHT_WEBHOOK_SECRET`.',
    ),
    {
      kind: 'code',
      caption: 'Develop a webhook receiver',
      code: `npx tillwright listen --forward-to http://localhost:4000/webhooks
npx tillwright trigger order.paid --forward-to http://localhost:4000/webhooks`,
    },
  ],
};

const assistantsSection: DocsSection = {
  id: 'mcp',
  title: 'AI assistants',
  blocks: [
    text(
      '`tillwright mcp` serves the API over the Model Context Protocol. The assistant can read orders, pages, and analytics, as far as the key’s permissions allow. It can’t change anything unless you add `--allow-writes`, and never reads signing secrets or full license keys.',
    ),
    {
      kind: 'code',
      caption: 'Configuration of an MCP client',
      code: `{
  "mcpServers": {
    "tillwright": { "command": "node", "args": ["/path/to/tillwright/cli/tillwright.mjs", "mcp"] }
  }
}`,
    },
    text('[llms.txt](/llms.txt) lists the documentation and all endpoints for language models.'),
  ],
};

export const createCliDocs = (appUrl: string): readonly DocsSection[] => [
  installSection(appUrl),
  commandsSection,
  webhooksSection,
  assistantsSection,
];
