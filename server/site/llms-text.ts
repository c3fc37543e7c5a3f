import { DEVELOPER_ARTICLES } from '#content/developer-articles.ts';
import { SITE } from '#content/site.ts';
import { WEBHOOK_DOCS } from '#content/webhook-docs.ts';

import type { ApiDocument } from '../api/openapi-types.ts';

/** Documentation for language models, in the format of llmstxt.org: links to the pages, and a line for each endpoint. */
export function renderLlmsText(appUrl: string, document: ApiDocument): string {
  const pages = Object.entries({ '/developers/webhooks': WEBHOOK_DOCS, ...DEVELOPER_ARTICLES });
  const groups = document.tags.map(({ name, description }) => {
    const lines = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { tags }]) => tags.includes(name))
        .map(([method, { summary }]) => `- \`${method.toUpperCase()} /api/v1${path}\`: ${summary}`),
    );
    return `## ${name}\n\n${description}\n\n${lines.join('\n')}`;
  });
  return `# ${SITE.name}

> ${document.info.summary}

${document.info.description}

## Documentation

- [OpenAPI document](${appUrl}/api/v1/openapi.json): all endpoints, schemas, errors, webhooks and examples
- [For developers](${appUrl}/developers): API keys, errors, pagination, idempotency and rate limits
${pages.map(([path, { title, description }]) => `- [${title}](${appUrl}${path}): ${description}`).join('\n')}

${groups.join('\n\n')}
`;
}
