import { Check, ChevronRight, Circle, TriangleAlert, CircleAlert } from 'lucide-react';
import { Link } from 'react-router';

import { builderPublishMessages } from '#content/messages/builder-publish.ts';
import { createAccentShades, DEFAULT_ACCENT, isHexColor } from '#domain/accent-color.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { FieldError } from '#domain/page-fields.ts';
import type { Connection } from '#domain/rpc-contract.ts';

import { FieldLink } from '../fields/builder-field.tsx';
import { getFieldLabel, getConfigKey } from '../state/config-keys.ts';

const messages = builderPublishMessages.checklist;

/** Target of a checklist item: a field, the Stripe onboarding or the plans. */
type ChecklistAction = { to: 'field'; field: string } | { to: 'stripe' } | { to: 'plans' };
type ChecklistItem = { text: string; action: ChecklistAction };
type Checklist = { blockers: readonly ChecklistItem[]; warnings: readonly ChecklistItem[] };

type ChecklistInput = {
  config: CheckoutPageConfig;
  errors: readonly FieldError[];
  /** What is worth a warning about the delivery. */
  deliveryWarnings: readonly FieldError[];
  /** Null while the connection is not known. */
  stripe: Connection['state'] | null;
  /** False after the server rejected a publication because of a missing plan. */
  canPublish: boolean;
};

const createFieldAction = (field: string): ChecklistAction => ({ to: 'field', field });

function toBlocker({ field, message }: FieldError, config: CheckoutPageConfig): ChecklistItem {
  const key = getConfigKey(field);
  // What is still missing differs from one deliverable to the next.
  if (key === 'delivery') return { text: message, action: createFieldAction(field) };
  if (key === 'productName' && config.productName.trim() === '')
    return { text: messages.productName, action: createFieldAction(field) };
  if (key === 'price' && config.price.trim() === '') return { text: messages.price, action: createFieldAction(field) };
  return { text: messages.fix({ field: getFieldLabel(key) }), action: createFieldAction(field) };
}

/** Returns one item per field, even if the field has several errors, and one for each thing that the delivery lacks. */
function listFieldBlockers({ config, errors }: ChecklistInput): ChecklistItem[] {
  const itemsByText = new Map<string, ChecklistItem>();
  for (const error of errors) {
    const item = toBlocker(error, config);
    if (!itemsByText.has(item.text)) itemsByText.set(item.text, item);
  }
  return [...itemsByText.values()];
}

/** Returns no warning for the default accent, because the seller did not choose it. */
function accentWarning(accent: string): string | null {
  if (!isHexColor(accent) || accent === DEFAULT_ACCENT) return null;
  const { fill, onFill } = createAccentShades(accent);
  if (onFill !== '#ffffff') return messages.darkButtonText;
  return fill === accent ? null : messages.darkerButton({ color: fill });
}

function listWarnings({ config, deliveryWarnings }: ChecklistInput): ChecklistItem[] {
  const accent = accentWarning(config.accentColor.trim().toLowerCase());
  return [
    ...(config.requireTerms && config.termsUrl.trim() === ''
      ? [{ text: messages.termsLink, action: createFieldAction('termsUrl') }]
      : []),
    ...(accent ? [{ text: accent, action: createFieldAction('accentColor') }] : []),
    ...deliveryWarnings.map(({ field, message }) => ({ text: message, action: createFieldAction(field) })),
    ...(config.productImage ? [] : [{ text: messages.productImage, action: createFieldAction('productImage') }]),
  ];
}

/** Lists what blocks publishing and what is worth a warning. */
export function buildChecklist(input: ChecklistInput): Checklist {
  const isIncomplete = input.stripe === 'incomplete';
  const stripe: ChecklistItem = {
    text: isIncomplete ? messages.finishStripe : messages.connectStripe,
    action: { to: 'stripe' },
  };
  return {
    blockers: [
      ...listFieldBlockers(input),
      ...(input.stripe === null || input.stripe === 'complete' ? [] : [stripe]),
      ...(input.canPublish ? [] : [{ text: messages.plan, action: { to: 'plans' } as const }]),
    ],
    warnings: listWarnings(input),
  };
}

/** Lists all errors that block publishing; each line links to its field. */
export function ErrorSummary({ errors }: { errors: readonly FieldError[] }) {
  if (errors.length === 0) return null;
  return (
    <section className="error-summary" aria-labelledby="problem-summary">
      <CircleAlert className="i" aria-hidden="true" />
      <div>
        <h2 className="small text-strong" id="problem-summary">
          {builderPublishMessages.errorSummary({ count: errors.length })}
        </h2>
        <ul className="small">
          {errors.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              <FieldLink field={field}>{message}</FieldLink>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

type ActionProps = { action: ChecklistAction; onStripe: () => void; children: string };

/** Links a checklist item to its target. */
function ActionLink({ action, onStripe, children }: ActionProps) {
  if (action.to === 'plans') return <Link to="/subscription">{children}</Link>;
  if (action.to === 'field') return <FieldLink field={action.field}>{children}</FieldLink>;
  return (
    <button type="button" className="link-button" onClick={onStripe}>
      {children}
    </button>
  );
}

type ChecklistItemsProps = { items: readonly ChecklistItem[]; kind: 'block' | 'warn'; onStripe: () => void };

const ChecklistItems = ({ items, kind, onStripe }: ChecklistItemsProps) => {
  const Icon = kind === 'block' ? Circle : TriangleAlert;
  return (
    <ul>
      {items.map(({ text, action }) => (
        <li key={text} data-kind={kind}>
          <Icon className="i" aria-hidden="true" />
          <ActionLink action={action} onStripe={onStripe}>
            {text}
          </ActionLink>
        </li>
      ))}
    </ul>
  );
};

type PublishChecklistProps = {
  checklist: Checklist;
  /** True if the published page equals the draft. */
  published: boolean;
  onStripe: () => void;
};

const ChecklistHeading = ({ isBlocked, published }: { isBlocked: boolean; published: boolean }) => {
  if (isBlocked) return <h2 className="publish-checklist__heading">{messages.title}</h2>;
  return (
    <h2 className="publish-checklist__heading">
      <Check className="i icon-ready" aria-hidden="true" />
      {published ? messages.upToDate : messages.ready}
    </h2>
  );
};

/** Lists what blocks publishing and, below it, warnings. */
export function PublishChecklist({ checklist: { blockers, warnings }, published, onStripe }: PublishChecklistProps) {
  return (
    <section className="publish-checklist small" aria-label={messages.title}>
      <ChecklistHeading isBlocked={blockers.length > 0} published={published} />
      {blockers.length > 0 && <ChecklistItems items={blockers} kind="block" onStripe={onStripe} />}
      {warnings.length > 0 && (
        <>
          <p className="publish-checklist__warnings-heading">{messages.warnings}</p>
          <ChecklistItems items={warnings} kind="warn" onStripe={onStripe} />
        </>
      )}
    </section>
  );
}

/** The checklist as a collapsible line, for narrow screens without the outline. */
export function CollapsedChecklist(props: PublishChecklistProps) {
  const { blockers, warnings } = props.checklist;
  if (blockers.length + warnings.length === 0) return null;
  return (
    <details className="collapsed-checklist">
      <summary className="small">
        <ChevronRight className="i" aria-hidden="true" />
        {blockers.length > 0
          ? messages.blockerCount({ count: blockers.length })
          : messages.warningCount({ count: warnings.length })}
      </summary>
      <PublishChecklist {...props} />
    </details>
  );
}
