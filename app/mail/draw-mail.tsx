import { renderToStaticMarkup } from 'react-dom/server';

import { SITE } from '#content/site.ts';
import type { DrawnMail, Mail } from '#domain/mail.ts';

import { MailDocument } from './mail-document.tsx';
import { released } from './mail-figures.ts';
import { mailText } from './mail-text.ts';
import type { MailLinks, MailWords } from './mail-words.ts';
import { paymentFailed, planCanceled, upgradeNeedsPayment } from './payment-words.ts';
import { trialEnded, trialEnds, welcomeTrial } from './trial-words.ts';
import { limitReached, planUpgraded, usageWarning } from './usage-words.ts';

const FOOTER = [
  `You get this mail because you sell with ${SITE.name}.`,
  `Questions? Write to ${SITE.supportEmail}.`,
];

function wordsOf(mail: Mail, links: MailLinks): MailWords {
  switch (mail.kind) {
    case 'welcome_trial':
      return welcomeTrial(mail, links);
    case 'trial_ends':
      return trialEnds(mail, links);
    case 'trial_ended':
      return trialEnded(mail, links);
    case 'usage_warning':
      return usageWarning(mail, links);
    case 'limit_reached':
      return limitReached(mail, links);
    case 'plan_upgraded':
      return planUpgraded(mail, links);
    case 'upgrade_needs_payment':
      return upgradeNeedsPayment(mail, links);
    case 'payment_failed':
      return paymentFailed(mail, links);
    case 'plan_canceled':
      return planCanceled(mail, links);
  }
  // A row can be of a newer version of the shop than this process.
  throw new RangeError('Unknown kind of mail');
}

/** Both parts of a mail from the same words; its links lead to `appUrl`, or to the provider's page that it names. */
export function drawMail(mail: Mail, appUrl: string): DrawnMail {
  const links = { builder: `${appUrl}/builder`, subscription: `${appUrl}/subscription` };
  const words = wordsOf(mail, links);
  const html = renderToStaticMarkup(<MailDocument words={words} links={links} footer={FOOTER} />);
  return {
    subject: released(words.subject),
    html: `<!doctype html>${html}`,
    text: mailText(words, links, FOOTER),
  };
}
