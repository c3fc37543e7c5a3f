import type { ReactNode } from 'react';

/** A line of a receipt: name, dots and value. */
export const ReceiptLine = ({ name, children }: { name: string; children: ReactNode }) => (
  <li>
    <span>{name}</span>
    <span className="dots" aria-hidden="true" />
    <span>{children}</span>
  </li>
);
