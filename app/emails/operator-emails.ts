import { SITE } from '#content/site.ts';
import type { EmailOf } from '#domain/email.ts';

import type { EmailContent } from './email-content.ts';
import { truncateLine, truncateText } from './sanitize.ts';

export function operatorAlertEmail(mail: EmailOf<'operator_alert'>): EmailContent {
  const problem = truncateLine(mail.what, 120) || 'Something needs you';
  const detail = truncateText(mail.detail, 2000);
  const remedy = truncateText(mail.remedy, 1000);
  return {
    subject: `${SITE.name} needs you: ${truncateLine(problem, 50)}`,
    title: problem,
    preview: truncateLine(remedy, 120),
    blocks: [
      ...(remedy ? [{ kind: 'text' as const, text: remedy.replaceAll('\n', ' ') }] : []),
      ...(detail ? [{ kind: 'words' as const, intro: 'What is known of it:', text: detail }] : []),
    ],
  };
}
