import type { Email, EmailKind, EmailOf } from '#domain/mail.ts';

import {
  accountDeletedEmail,
  changeAddressEmail,
  confirmationCodeEmail,
  confirmAddressEmail,
  recoverPasswordEmail,
} from './account-words.ts';
import { purchasesLinkEmail, refundMadeEmail, renewalFailedEmail, subscriptionEndsEmail } from './buyer-words.ts';
import { domainFailingEmail, domainOffEmail } from './domain-words.ts';
import type { EmailLinks, EmailContent } from './mail-words.ts';
import { securityNoticeEmail } from './notice-words.ts';
import { operatorAlertEmail } from './operator-words.ts';
import { pageReportedEmail, pageRestoredEmail, pageSuspendedEmail } from './page-words.ts';
import { pagePausedEmail } from './pause-words.ts';
import { paymentFailedEmail, planCanceledEmail, upgradeNeedsPaymentEmail } from './payment-words.ts';
import { planPriceChangesEmail } from './price-change-text.ts';
import { receiptEmail } from './receipt-words.ts';
import {
  disputeClosedEmail,
  disputeNoticeEmail,
  paymentsOffEmail,
  refundFailedNoticeEmail,
  renewalFailedNoticeEmail,
  saleNoticeEmail,
} from './seller-words.ts';
import { trialEndedEmail, trialEndsEmail, welcomeTrialEmail } from './trial-words.ts';
import { webhookPausedEmail } from './webhook-words.ts';
import { limitReachedEmail, planUpgradedEmail, usageWarningEmail } from './usage-words.ts';

type EmailTemplates = { [K in EmailKind]: (mail: EmailOf<K>, links: EmailLinks) => EmailContent };

const EMAIL_TEMPLATES: EmailTemplates = {
  // Plan.
  welcome_trial: welcomeTrialEmail,
  trial_ends: trialEndsEmail,
  trial_ended: trialEndedEmail,
  usage_warning: usageWarningEmail,
  limit_reached: limitReachedEmail,
  plan_upgraded: planUpgradedEmail,
  plan_price_changes: planPriceChangesEmail,
  upgrade_needs_payment: upgradeNeedsPaymentEmail,
  payment_failed: paymentFailedEmail,
  plan_canceled: planCanceledEmail,
  // Account.
  confirm_email: confirmAddressEmail,
  recover_password: recoverPasswordEmail,
  change_email: changeAddressEmail,
  confirmation_code: confirmationCodeEmail,
  security_notice: securityNoticeEmail,
  account_deleted: accountDeletedEmail,
  // Buyer.
  receipt: receiptEmail,
  renewal_failed: renewalFailedEmail,
  refund_made: refundMadeEmail,
  subscription_ends: subscriptionEndsEmail,
  purchases_link: purchasesLinkEmail,
  // Seller and operator.
  sale_notice: saleNoticeEmail,
  renewal_failed_notice: renewalFailedNoticeEmail,
  refund_failed_notice: refundFailedNoticeEmail,
  dispute_notice: disputeNoticeEmail,
  dispute_closed: disputeClosedEmail,
  payments_off: paymentsOffEmail,
  domain_failing: domainFailingEmail,
  domain_off: domainOffEmail,
  webhook_paused: webhookPausedEmail,
  page_paused: pagePausedEmail,
  page_suspended: pageSuspendedEmail,
  page_restored: pageRestoredEmail,
  page_reported: pageReportedEmail,
  operator_alert: operatorAlertEmail,
};

export const EMAIL_KINDS = Object.keys(EMAIL_TEMPLATES) as readonly EmailKind[];

const renderTemplate = <K extends EmailKind>(
  templates: EmailTemplates,
  mail: EmailOf<K>,
  links: EmailLinks,
): EmailContent => templates[mail.kind](mail, links);

/** Content of an email. Throws RangeError for an unknown kind: queued rows may come from a newer version. */
export function getEmailContent(mail: Email, links: EmailLinks): EmailContent {
  if (!Object.hasOwn(EMAIL_TEMPLATES, mail.kind)) throw new RangeError('Unknown kind of mail');
  return renderTemplate(EMAIL_TEMPLATES, mail, links);
}
