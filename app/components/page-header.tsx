import type { ReactNode } from 'react';

type Props = { title: ReactNode; children?: ReactNode };

/** Heading of a screen, which takes the focus after a navigation, and the screen's actions. */
export const PageHeader = ({ title, children }: Props) => (
  <div className="ph">
    <h1 className="h1" tabIndex={-1}>
      {title}
    </h1>
    {children}
  </div>
);
