import type { LucideIcon } from 'lucide-react';
import { isValidElement, type ReactElement, type ReactNode } from 'react';

type SettingsRowProps = {
  /** A Lucide component, or a provider's logo as an element. */
  Icon: LucideIcon | ReactElement;
  name: ReactNode;
  /** Details below the name. */
  details?: ReactNode;
  /** Buttons at the right; on phones below, unless the row is compact. */
  children?: ReactNode;
  isCompact?: boolean;
};

/** A row of a section: icon, name, details and buttons. */
export function SettingsRow({ Icon, name, details, children, isCompact }: SettingsRowProps) {
  return (
    <li className="acc-row" data-short={isCompact || undefined}>
      {isValidElement(Icon) ? Icon : <Icon className="i" aria-hidden="true" />}
      <div className="acc-words">
        <p className="acc-name" dir="auto">
          {name}
        </p>
        {details && <div className="acc-facts small">{details}</div>}
      </div>
      {children && <div className="acc-keys">{children}</div>}
    </li>
  );
}
