import type { PlanId } from './plans.ts';
import type { SecurityEventKind } from './security-event.ts';

/** Whatever is asked for here is plain JSON. Money in US cents, dates ISO 8601 UTC. */
type MailProps = {
  /** `limit` null: without one. */
  welcome_trial: { plan: PlanId; trialEndsAt: string; limit: number | null };
  trial_ends: { plan: PlanId; days: number; trialEndsAt: string };
  /** Paused for want of a card: the pages are off sale, and kept. */
  trial_ended: { plan: PlanId };
  usage_warning: {
    plan: PlanId;
    percentage: number;
    amount: number;
    limit: number;
    nextPlan: PlanId;
    nextPrice: number;
  };
  limit_reached: {
    plan: PlanId;
    amount: number;
    limit: number;
    nextPlan: PlanId;
    nextPrice: number;
    /** False in a trial, and where no card is there to be charged. */
    willCharge: boolean;
  };
  /** `month`: the UTC month whose sales did it, as `2026-11`. `charged` 0: nothing, in a trial. */
  plan_upgraded: { from: PlanId; to: PlanId; charged: number; month: string };
  /** `url`: where it can be paid or a card be added; null: the subscription's own page. */
  upgrade_needs_payment: { to: PlanId; reason: 'no_card' | 'declined'; url: string | null };
  /** `nextTryAt` null: the provider tries no more. */
  payment_failed: { plan: PlanId; amount: number; url: string | null; nextTryAt: string | null };
  /** `endsAt` null: it has ended already. */
  plan_canceled: { plan: PlanId; endsAt: string | null };
  /** Links and codes work once, within an hour; the code is for fingers. */
  confirm_email: { link: string; code: string };
  recover_password: { link: string; code: string };
  /** To the new address, or to the one held so far, which must agree as well. */
  change_email: { link: string; code: string; newEmail: string; to: 'new' | 'held' };
  confirmation_code: { code: string };
  /** Something that only its user should have done. `detail`: a name, such as the factor's; may be empty. */
  security_notice: {
    event: SecurityEventKind;
    at: string;
    device: string;
    address: string | null;
    detail: string;
  };
  account_deleted: { at: string };
};

export type MailKind = keyof MailProps;

/** Every mail that we send, with what its words are made of. */
export type Mail = { [K in MailKind]: { kind: K } & MailProps[K] }[MailKind];

/** Whoever reads it can do what it is for. */
export type SecretMail = Extract<Mail, { code: string }>;
export type OpenMail = Exclude<Mail, SecretMail>;

/** A mail as it goes out. */
export type DrawnMail = { subject: string; html: string; text: string };
