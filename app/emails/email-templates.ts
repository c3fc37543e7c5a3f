import type { Email, EmailKind, EmailOf } from '#domain/email.ts';

import {
  accountDeletedEmail,
  changeAddressEmail,
  confirmationCodeEmail,
  confirmAddressEmail,
  recoverPasswordEmail,
} from './account-emails.ts';
import {
  purchasesLinkEmail,
  refundMadeEmail,
  renewalFailedEmail,
  subscriptionEndsEmail,
  receiptEmail,
} from './buyer-emails.ts';
import type { EmailLinks, EmailContent } from './email-content.ts';
import { domainFailingEmail, domainOffEmail, webhookPausedEmail } from './integration-emails.ts';
import { operatorAlertEmail } from './operator-emails.ts';
import { pageReportedEmail, pageRestoredEmail, pageSuspendedEmail, pagePausedEmail } from './page-emails.ts';
import {
  paymentFailedEmail,
  planCanceledEmail,
  upgradeNeedsPaymentEmail,
  trialEndedEmail,
  trialEndsEmail,
  welcomeTrialEmail,
  limitReachedEmail,
  planUpgradedEmail,
  usageWarningEmail,
  planPriceChangesEmail,
} from './plan-emails.ts';
import { securityNoticeEmail } from './security-notice-email.ts';
import {
  disputeClosedEmail,
  disputeNoticeEmail,
  paymentsOffEmail,
  refundFailedNoticeEmail,
  renewalFailedNoticeEmail,
  saleNoticeEmail,
} from './seller-emails.ts';

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
