import type { WebhookFormat } from '#domain/webhook-endpoint.ts';

const MAX_DISCORD_LENGTH = 2000;

/** Chat formats. Names of buyers and products are escaped there, so that they mention no one. */
const CHANNEL_FORMATS: Record<Exclude<WebhookFormat, 'standard'>, (summary: string) => string> = {
  slack: (sentence) =>
    JSON.stringify({
      text: sentence.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    }),
  discord: (sentence) =>
    JSON.stringify({ content: sentence.slice(0, MAX_DISCORD_LENGTH), allowed_mentions: { parse: [] } }),
};

/** Renders exactly the request body that an endpoint receives. */
export const renderRequestBody = ({
  format,
  body,
  summary,
}: {
  format: WebhookFormat;
  body: string;
  summary: string;
}): string => (format === 'standard' ? body : CHANNEL_FORMATS[format](summary));
