import { type LucideIcon, CircleAlert, RotateCw } from 'lucide-react';
import { type ReactNode, isValidElement, type ReactElement } from 'react';

import { Button } from '#app/components/button.tsx';
import { Skeleton } from '#app/components/skeleton.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import type { QueryResult } from '#app/lib/rpc/query-boundary.tsx';
import { settingsMessages } from '#content/messages/settings.ts';

type SectionQueryProps<T> = {
  query: QueryResult<T>;
  errorText: string;
  rows: number;
  children: (value: T) => ReactNode;
};

/** Renders a query of a section: skeleton, error with retry, or data. */
export function SectionQuery<T>({ query, errorText, rows, children }: SectionQueryProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error === null) return <Skeleton rows={rows} />;
  return (
    <div className="sheet settings-section__error" role="alert">
      <CircleAlert className="i" aria-hidden="true" />
      <p>{errorText}</p>
      <Button Icon={RotateCw} size="sm" onClick={query.retry}>
        {settingsMessages.tryAgain}
      </Button>
    </div>
  );
}

type SettingsRowProps = {
  /** A Lucide component, or a provider's logo as an element. */
  Icon: LucideIcon | ReactElement;
  name: ReactNode;
  details?: ReactNode;
  /** Buttons at the right; on phones below, unless the row is compact. */
  children?: ReactNode;
  isCompact?: boolean;
};

/** A row of a section: icon, name, details and buttons. */
export function SettingsRow({ Icon, name, details, children, isCompact }: SettingsRowProps) {
  return (
    <li className="settings-row" data-short={isCompact || undefined}>
      {isValidElement(Icon) ? Icon : <Icon className="i" aria-hidden="true" />}
      <div className="settings-row__text">
        <p className="settings-row__name" dir="auto">
          {name}
        </p>
        {details && <div className="settings-row__details small">{details}</div>}
      </div>
      {children && <div className="settings-row__actions">{children}</div>}
    </li>
  );
}

/** A time among the details of a row: "Added Nov 20, 2026, 2:12 PM UTC". */
export const LabeledTime = ({ label, iso }: { label: string; iso: string }) => (
  <span>
    {label} <UtcTime iso={iso} />
  </span>
);

const { sections } = settingsMessages;

/** The sections in their order. The id is the anchor. */
export const SETTINGS_SECTIONS = [
  { id: 'profile', label: sections.profile },
  { id: 'email', label: sections.email },
  { id: 'password', label: sections.password },
  { id: 'second-step', label: sections.twoFactor },
  { id: 'passkeys', label: sections.passkeys },
  { id: 'connected', label: sections.connectedAccounts },
  { id: 'notices', label: sections.notifications },
  { id: 'sessions', label: sections.sessions },
  { id: 'activity', label: sections.securityEvents },
  { id: 'data', label: sections.data },
  { id: 'delete', label: sections.deleteAccount },
] as const;

export type SettingsSectionId = (typeof SETTINGS_SECTIONS)[number]['id'];
const getSectionLabel = (id: SettingsSectionId): string =>
  SETTINGS_SECTIONS.find((section) => section.id === id)?.label ?? '';

type SettingsSectionProps = {
  id: SettingsSectionId;
  description?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
};

/** A section of the page: heading, description, action and content. */
export function SettingsSection({ id, description, action, children }: SettingsSectionProps) {
  return (
    <section className="settings-section" id={id} aria-labelledby={`${id}-title`}>
      <div className="settings-section__header">
        <div>
          <h2 className="h2" id={`${id}-title`}>
            {getSectionLabel(id)}
          </h2>
          {description && <p className="muted">{description}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
