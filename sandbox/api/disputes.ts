import { endpoint, type Resource } from '../call.ts';
import { answerDispute, disputeAlarms, loseDispute } from '../disputes/dispute-life.ts';
import { evidenceNames, type Evidence } from '../disputes/dispute-shape.ts';
import { listing, retrieval, where } from '../listing.ts';
import { asGiven, clearable, flag, mergeMetadata, metadata, oneOf, shape, text } from '../params.ts';
import { badParam } from '../problem.ts';

/** Maximum length of all evidence texts together. */
const evidenceLetters = 150_000;

const evidenceText = clearable(text(20_000));
const evidenceRules = Object.fromEntries(evidenceNames.map((name) => [name, evidenceText])) as {
  [K in keyof Evidence]: typeof evidenceText;
};
const evidence = shape({ ...evidenceRules, appeal: asGiven, enhanced_evidence: asGiven });

const keys = {
  evidence,
  intended_submission_method: oneOf('manual', 'prefer_manual', 'prefer_smart_disputes', 'smart_disputes'),
  metadata,
  submit: flag,
};

const evidenceIn = (given: ReturnType<typeof evidence>): Partial<Evidence> => {
  const { appeal: _appeal, enhanced_evidence: _enhanced, ...texts } = given ?? {};
  const sent = Object.entries(texts).filter(([, value]) => value !== undefined);
  if (sent.reduce((sum, [, value]) => sum + String(value ?? '').length, 0) > evidenceLetters)
    throw badParam(`All evidence together can have up to ${evidenceLetters} characters.`, 'evidence');
  return Object.fromEntries(sent) as Partial<Evidence>;
};

const update = endpoint('POST /v1/disputes/:id', keys, (call, params, id) => {
  const before = call.books.get('dispute', id, 'dispute');
  if (params.metadata || params.intended_submission_method) {
    const after = call.books.update('dispute', id, {
      metadata: mergeMetadata(before.metadata, params.metadata),
      intended_submission_method: params.intended_submission_method ?? before.intended_submission_method,
    });
    call.emit('charge.dispute.updated', after, before);
  }
  if (!params.evidence && params.submit !== true) return call.books.get('dispute', id);
  return answerDispute(call, id, {
    evidence: evidenceIn(params.evidence),
    submit: params.submit ?? true,
  });
});

/** Accepts the dispute: it is lost. */
const close = endpoint('POST /v1/disputes/:id/close', {}, (call, _params, id) => loseDispute(call, id));

export const disputes: Resource = {
  endpoints: [
    update,
    close,
    retrieval('/v1/disputes/:id', 'dispute', 'dispute'),
    listing('/v1/disputes', 'dispute', { charge: text(), payment_intent: text() }, (params) => [
      ...where('charge', params.charge),
      ...where('payment_intent', params.payment_intent),
    ]),
  ],
  references: { dispute: { charge: 'charge', payment_intent: 'payment_intent' } },
  alarms: disputeAlarms,
};
