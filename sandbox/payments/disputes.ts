import { invalidParam } from '../core/api-error.ts';
import { endpoint, type Resource } from '../core/call-context.ts';
import { listEndpoint, retrieveEndpoint } from '../core/list-endpoint.ts';
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
  if (Object.values(texts).join('').length > MAX_EVIDENCE_LENGTH)
    throw invalidParam(`All evidence together can have up to ${MAX_EVIDENCE_LENGTH} characters.`, 'evidence');
  return texts;
};

const update = endpoint('POST /v1/disputes/:id', updateRules, (call, params, id) => {
  const before = call.repository.get('dispute', id, 'dispute');
  const { evidence, submit, ...fields } = params;
  if (Object.keys(fields).length > 0) {
    const change = { ...fields, metadata: mergeMetadata(before.metadata, fields.metadata) };
    call.update('dispute', id, change, 'charge.dispute.updated');
  }
  if (!evidence && submit !== true) return call.repository.get('dispute', id);
  return submitEvidence(call, id, { evidence: readEvidence(evidence), submit: submit ?? true });
});

/** Accepts the dispute: it is lost. */
const close = endpoint('POST /v1/disputes/:id/close', {}, (call, _params, id) => loseDispute(call, id));

export const disputes: Resource = {
  endpoints: [
    update,
    close,
    retrieveEndpoint('/v1/disputes/:id', 'dispute', 'dispute'),
    listEndpoint('/v1/disputes', 'dispute', { charge: text(), payment_intent: text() }),
  ],
  references: { dispute: { charge: 'charge', payment_intent: 'payment_intent' } },
  scheduledTasks: disputeTasks,
};
