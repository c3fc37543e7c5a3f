/** Developer documentation, besides the webhook articles and the descriptions of the API. Code is in `backticks`, links are `[text](url)`. */
export const developerMessages = {
  contents: 'Contents',
  pages: {
    start: 'For developers',
    api: 'API reference',
    webhooks: 'Webhooks',
    openApi: 'openapi.json',
    postman: 'Postman collection',
    llms: 'llms.txt',
  },
  start: {
    description: 'Create an API key and make your first request. Learn about errors, pagination, and limits.',
    lead: 'Manage your pages, coupons, and orders from your own code with the API, webhooks, and the command-line tool.',
    sections: {
      key: 'Create an API key',
      request: 'Make your first request',
      scopes: 'Scopes',
      errors: 'Errors',
      paging: 'Pagination',
      idempotency: 'Idempotency',
      limits: 'Rate limits',
      versions: 'Versions',
      tools: 'SDK and command line',
      'error-codes': 'Error codes',
    },
    key: {
      create: ({ maxKeys }: { maxKeys: number }) =>
        `In [Integrations](/integrations), create an API key and choose its permissions. We show the key only once, so store it somewhere safe. Anyone who has the key can use its permissions. If it leaks, revoke it on the same page: it stops working immediately. You can have up to ${maxKeys} keys.`,
      prefixes:
        'Sandbox keys start with `twk_sandbox_`, test mode keys with `twk_test_`, and live keys with `twk_live_`. Anyone who finds a leaked key can revoke it by sending `DELETE /api/v1/keys/current` with that key.',
    },
    request: {
      header: 'Send the key in the `Authorization` header, never in the URL.',
      example: 'First request',
      formats:
        'Request and response bodies are JSON, except that exports are CSV and parts of files are bytes. Amounts are integers in the currency’s minor unit: 2610 means $26.10 in USD. Timestamps are ISO 8601 in UTC, and the names of their fields end in `At`. Property names are in `camelCase`, values in `snake_case`. Page files and import previews are the exception: they contain prices as sellers type them, such as `"49"`. A single object is the response itself, and a list is `{ "data": […], "next": null }`. Creating or changing an object returns it as it is now, deleting one returns `{ "id": …, "deleted": true }`, and other actions return their result. The API is for servers only: CORS is not enabled.',
    },
    errors: {
      shape:
        'Errors have a status of 400 or higher, and they all have the same shape. In your code, rely on `type` and `code`: `message` says what to change and can be reworded. `problems` lists everything that is wrong with the request, each with its `path`; `param` is the first of them. When you contact us about an error, include its `requestId`, which is also in the header `X-Request-Id`.',
      example: 'Example of an error',
      retry:
        'After `429`, `502`, or `503`, retry later. If there is a `Retry-After` header, wait that long. Retry write requests with the same idempotency key.',
    },
    paging: {
      text: ({ defaultLimit, maxLimit }: { defaultLimit: number; maxLimit: number }) =>
        `Lists return \`data\` and \`next\`. If \`next\` is a string, there are more results: send it as \`cursor\` and keep the other parameters the same. \`limit\` sets the number of results per page: ${defaultLimit} by default, ${maxLimit} at most. Items that are added in the meantime don’t cause skipped or repeated results, except in \`GET /analytics/breakdown\`, which is sorted by size.`,
      example: 'Example of a list',
      order: 'Lists are sorted newest first, and `GET /events` oldest first. You can’t change the order.',
      sync: 'To keep a copy of orders, customers, subscriptions, or pages up to date, send the time of your last request as `updatedAfter`. Go back a few minutes, because a change keeps the time at which it began. An order also changes with its payments, refunds, disputes, and subscription. To miss nothing in between, read the [event log](/developers/api#events) or receive [webhooks](/developers/webhooks).',
    },
    idempotency: ({ description, maxLength }: { description: string; maxLength: number }) =>
      `If you get no response, your request may still have been processed. Send an \`Idempotency-Key\` with every write request, and retry with the same key. ${description} A replayed response has the header \`Idempotent-Replayed: true\`. A key can have up to ${maxLength} printable characters.`,
    limits: ({ standard, pro }: { standard: number; pro: number }) =>
      `You can make ${standard} requests per minute across all your keys, or ${pro} on the [Pro](/pricing) plan. Every response to a request with a key, even an error, includes your current limits: \`RateLimit-Limit\`, \`RateLimit-Remaining\`, and \`RateLimit-Reset\` (in seconds). The one exception is \`503\` from an overloaded server, which is sent before the key is read. If you exceed them, or the separate limit of an endpoint, which the [reference](/developers/api) names, you get \`429\` with \`Retry-After\`.`,
    versions: ({ version }: { version: string }) =>
      `This is version 1, which is part of the URL, in release ${version}. We may add endpoints, properties, codes, and event types at any time, so ignore anything your code doesn’t recognize. [API changes](/developers/changelog) lists what’s new and how we remove something.`,
    tools:
      'The [TypeScript SDK](/developers/sdk) and the [command line](/developers/cli) cover every endpoint and retry requests safely. With the [quickstart](/developers/quickstart), you make your first sale in 15 minutes. For tools such as Postman and Insomnia, import the [Postman collection](/developers/postman.json).',
  },
  reference: {
    description: 'All API endpoints with their parameters, responses, and errors.',
    lead: 'Every endpoint of the API, with real responses as examples. It’s also available as an OpenAPI document: [openapi.json](/api/v1/openapi.json).',
    errors:
      'Every endpoint can return <common></common>. Write endpoints can also return <write></write>. Other errors are listed with each endpoint.',
    schemas: {
      title: 'Object schemas',
      text: 'These objects appear in several responses. New properties can be added at any time.',
      example: ({ name }: { name: string }) => `Example of ${name}`,
    },
    endpoint: {
      parameters: 'Parameters',
      body: 'Body',
      response: 'Response',
      csv: 'A CSV file.',
      bytes: 'Part of a file, as bytes.',
      errors: 'Errors',
      requestExample: 'Example request',
      commas: 'Separate multiple values with commas.',
      sdkExample: 'The same request with the SDK',
      responseExample: 'Example response',
      scope: 'Scope: <scope></scope>',
      anyKey: 'Works with any API key.',
    },
  },
  types: {
    required: 'required',
    withDefault: ({ value }: { value: string }) => `default ${value}`,
    dateTime: 'timestamp',
    date: 'date',
    email: 'email',
    boolean: 'boolean',
    any: 'any',
    integer: 'integer',
    integerFrom: ({ min }: { min: string }) => `integer, ${min} or more`,
    integerRange: ({ min, max }: { min: string; max: string }) => `integer from ${min} to ${max}`,
    string: 'string',
    stringUpTo: ({ max }: { max: string }) => `string of up to ${max} characters`,
    single: '<type></type>',
    singleOrNull: '<type></type> or null',
    list: 'list of <type></type>',
    listOrNull: 'list of <type></type> or null',
    or: ({ types }: { types: readonly string[] }) => types.join(' or '),
  },
} as const;
