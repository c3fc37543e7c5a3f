import { Check, ChevronRight, Circle, TriangleAlert, CircleAlert } from 'lucide-react';
import { Link } from 'react-router';

import { builderPublishMessages } from '#content/messages/builder-publish.ts';
import type { FieldError } from '#domain/page-fields.ts';

import { FieldLink } from '../fields/builder-field.tsx';
import type { ChecklistAction, Checklist, ChecklistItem } from './build-checklist.ts';

const messages = builderPublishMessages.checklist;

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
