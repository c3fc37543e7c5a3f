import { SITE } from '#content/site.ts';
import type { MailOf } from '#domain/mail.ts';

import type { MailWords } from './mail-words.ts';
import { shownName, shownText } from './plain-name.ts';

export function operatorAlert(mail: MailOf<'operator_alert'>): MailWords {
  const what = shownName(mail.what, 120) || 'Something needs you';
  const detail = shownText(mail.detail, 2000);
  const remedy = shownText(mail.remedy, 1000);
  return {
    subject: `${SITE.name} needs you: ${shownName(what, 50)}`,
    title: what,
    preview: shownName(remedy, 120),
    blocks: [
      ...(remedy ? [{ kind: 'text' as const, text: remedy.replaceAll('\n', ' ') }] : []),
      ...(detail ? [{ kind: 'words' as const, by: 'What is known of it:', text: detail }] : []),
    ],
  };
}
