import { formatCount } from '#app/components/utils/reader-formats.ts';
import { analyticsMessages } from '#content/messages/analytics.ts';
import type { PaymentTermsCounts } from '#domain/analytics.ts';

import { calculateShare, formatShare } from './compare-values.ts';
import { FigureCard, FigureList } from './figure-card.tsx';

const messages = analyticsMessages.paymentTerms;

const formatPart = (count: number, started: number): string =>
  messages.countAndShare({ text: formatCount(count), share: formatShare(calculateShare(count, started)) });

const Trials = ({ counts: { started, paid, ended } }: { counts: PaymentTermsCounts['trials'] }) => (
  <FigureList
    values={[
      [messages.trials, formatCount(started)],
      [messages.trialsPaid, formatPart(paid, started)],
      [messages.trialsEnded, formatPart(ended, started)],
    ]}
    hint={messages.trialsHint}
  />
);

const Plans = ({ counts: { started, complete, overdue, endedEarly } }: { counts: PaymentTermsCounts['plans'] }) => (
  <FigureList
    values={[
      [messages.plans, formatCount(started)],
      [messages.plansComplete, formatPart(complete, started)],
      [messages.plansOverdue, formatPart(overdue, started)],
      [messages.plansEndedEarly, formatPart(endedEarly, started)],
    ]}
    hint={messages.plansHint}
  />
);

/** What has become of free trials and payment plans. */
export const PaymentTerms = ({ counts: { trials, plans } }: { counts: PaymentTermsCounts }) => (
  <FigureCard id="payment-terms" title={messages.title}>
    {trials.started > 0 && <Trials counts={trials} />}
    {plans.started > 0 && <Plans counts={plans} />}
  </FigureCard>
);
