import type { ReactNode } from 'react';

import { getSectionLabel, type SettingsSectionId } from './account-parts.ts';

type SettingsSectionProps = {
  id: SettingsSectionId;
  description?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
};

/** A section of the page: heading, description, action and content. */
export function SettingsSection({ id, description, action, children }: SettingsSectionProps) {
  return (
    <section className="acc-part" id={id} aria-labelledby={`${id}-title`}>
      <div className="acc-part-head">
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
