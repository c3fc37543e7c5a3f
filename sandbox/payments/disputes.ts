import { invalidParam } from '../core/api-error.ts';
import { endpoint, type Resource } from '../core/call-context.ts';
import { listEndpoint, retrieveEndpoint, whereProperty } from '../core/list-endpoint.ts';
import { anyValue, clearable, flag, mergeMetadata, metadata, oneOf, shape, text } from '../core/params.ts';
import { submitEvidence, disputeTasks, loseDispute } from './dispute-lifecycle.ts';
import { evidenceFields, type Evidence } from './dispute-object.ts';

/** Maximum length of all evidence texts together. */
const MAX_EVIDENCE_LENGTH = 150_000;

const evidenceText = clearable(text(20_000));
const evidenceRules = Object.fromEntries(evidenceFields.map((name) => [name, evidenceText])) as {
  [K in keyof Evidence]: typeof evidenceText;
};
const evidenceRule = shape({ ...evidenceRules, appeal: anyValue, enhanced_evidence: anyValue });

const updateRules = {
  evidence: evidenceRule,
  intended_submission_method: oneOf('manual', 'prefer_manual', 'prefer_smart_disputes', 'smart_disputes'),
  metadata,
  submit: flag,
};

const readEvidence = (input: ReturnType<typeof evidenceRule>): Partial<Evidence> => {
  const { appeal: _appeal, enhanced_evidence: _enhanced, ...texts } = input ?? {};
  const entries = Object.entries(texts).filter(([, value]) => value !== undefined);
  if (entries.reduce((sum, [, value]) => sum + String(value ?? '').length, 0) > MAX_EVIDENCE_LENGTH)
    throw invalidParam(`All evidence together can have up to ${MAX_EVIDENCE_LENGTH} characters.`, 'evidence');
  return Object.fromEntries(entries) as Partial<Evidence>;
};

const update = endpoint('POST /v1/disputes/:id', updateRules, (call, params, id) => {
  const before = call.repository.get('dispute', id, 'dispute');
  if (params.metadata || params.intended_submission_method) {
    const after = call.repository.update('dispute', id, {
      metadata: mergeMetadata(before.metadata, params.metadata),
      intended_submission_method: params.intended_submission_method ?? before.intended_submission_method,
    });
    call.emit('charge.dispute.updated', after, before);
  }
  if (!params.evidence && params.submit !== true) return call.repository.get('dispute', id);
  return submitEvidence(call, id, {
    evidence: readEvidence(params.evidence),
    submit: params.submit ?? true,
  });
});

/** Accepts the dispute: it is lost. */
const close = endpoint('POST /v1/disputes/:id/close', {}, (call, _params, id) => loseDispute(call, id));

export const disputes: Resource = {
  endpoints: [
    update,
    close,
    retrieveEndpoint('/v1/disputes/:id', 'dispute', 'dispute'),
    listEndpoint('/v1/disputes', 'dispute', { charge: text(), payment_intent: text() }, (params) => [
      ...whereProperty('charge', params.charge),
      ...whereProperty('payment_intent', params.payment_intent),
    ]),
  ],
  references: { dispute: { charge: 'charge', payment_intent: 'payment_intent' } },
  scheduledTasks: disputeTasks,
};
