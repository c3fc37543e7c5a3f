import type { LucideIcon } from 'lucide-react';
import { isValidElement, type ReactElement, type ReactNode } from 'react';

type Props = {
  /** A component of lucide, or a mark of somebody else as it is. */
  Icon: LucideIcon | ReactElement;
  name: ReactNode;
  /** Beneath the name, in small type. */
  facts?: ReactNode;
  /** The keys at its right; on phones beneath, unless they are `short`. */
  children?: ReactNode;
  short?: boolean;
};

/** One thing of the account: what it is, its facts, what can be done with it. */
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
