import type { LucideIcon } from 'lucide-react';
import { isValidElement, type ReactElement, type ReactNode } from 'react';

type Props = {
  /** A Lucide component, or a provider's logo as an element. */
  Icon: LucideIcon | ReactElement;
  name: ReactNode;
  /** Details below the name. */
  facts?: ReactNode;
  /** Buttons at the right; on phones below, unless the row is compact. */
  children?: ReactNode;
  short?: boolean;
};

/** A row of a section: icon, name, details and buttons. */
export function AccountRow({ Icon, name, facts, children, short }: Props) {
  return (
    <li className="acc-row" data-short={short || undefined}>
      {isValidElement(Icon) ? Icon : <Icon className="i" aria-hidden="true" />}
      <div className="acc-words">
        <p className="acc-name" dir="auto">
          {name}
        </p>
        {facts && <div className="acc-facts small">{facts}</div>}
      </div>
      {children && <div className="acc-keys">{children}</div>}
    </li>
  );
}
