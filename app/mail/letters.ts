import type { Mail, MailKind, MailOf } from '#domain/mail.ts';

import {
  accountDeleted,
  changeEmail,
  confirmationCode,
  confirmEmail,
  recoverPassword,
} from './account-words.ts';
import { purchasesLink, refundMade, renewalFailed, subscriptionEnds } from './buyer-words.ts';
import { domainFailing, domainOff } from './domain-words.ts';
import type { MailLinks, MailWords } from './mail-words.ts';
import { securityNotice } from './notice-words.ts';
import { operatorAlert } from './operator-words.ts';
import { pageReported, pageRestored, pageSuspended } from './page-words.ts';
import { pagePaused } from './pause-words.ts';
import { paymentFailed, planCanceled, upgradeNeedsPayment } from './payment-words.ts';
import { planPriceChanges } from './price-change-text.ts';
import { receipt } from './receipt-words.ts';
import {
  disputeClosed,
  disputeNotice,
  paymentsOff,
  refundFailedNotice,
  renewalFailedNotice,
  saleNotice,
} from './seller-words.ts';
import { trialEnded, trialEnds, welcomeTrial } from './trial-words.ts';
import { webhookPaused } from './webhook-words.ts';
import { limitReached, planUpgraded, usageWarning } from './usage-words.ts';

type Letters = { [K in MailKind]: (mail: MailOf<K>, links: MailLinks) => MailWords };

const LETTERS: Letters = {
  // Plan.
  welcome_trial: welcomeTrial,
  trial_ends: trialEnds,
  trial_ended: trialEnded,
  usage_warning: usageWarning,
  limit_reached: limitReached,
  plan_upgraded: planUpgraded,
  plan_price_changes: planPriceChanges,
  upgrade_needs_payment: upgradeNeedsPayment,
  payment_failed: paymentFailed,
  plan_canceled: planCanceled,
  // Account.
  confirm_email: confirmEmail,
  recover_password: recoverPassword,
  change_email: changeEmail,
  confirmation_code: confirmationCode,
  security_notice: securityNotice,
  account_deleted: accountDeleted,
  // Buyer.
  receipt,
  renewal_failed: renewalFailed,
  refund_made: refundMade,
  subscription_ends: subscriptionEnds,
  purchases_link: purchasesLink,
  // Seller and operator.
  sale_notice: saleNotice,
  renewal_failed_notice: renewalFailedNotice,
  refund_failed_notice: refundFailedNotice,
  dispute_notice: disputeNotice,
  dispute_closed: disputeClosed,
  payments_off: paymentsOff,
  domain_failing: domainFailing,
  domain_off: domainOff,
  webhook_paused: webhookPaused,
  page_paused: pagePaused,
  page_suspended: pageSuspended,
  page_restored: pageRestored,
  page_reported: pageReported,
  operator_alert: operatorAlert,
};

export const MAIL_KINDS = Object.keys(LETTERS) as readonly MailKind[];

const wordsIn = <K extends MailKind>(letters: Letters, mail: MailOf<K>, links: MailLinks): MailWords =>
  letters[mail.kind](mail, links);

/** Content of an email. Throws RangeError for an unknown kind: queued rows may come from a newer version. */
export function wordsOf(mail: Mail, links: MailLinks): MailWords {
  if (!Object.hasOwn(LETTERS, mail.kind)) throw new RangeError('Unknown kind of mail');
  return wordsIn(LETTERS, mail, links);
}
