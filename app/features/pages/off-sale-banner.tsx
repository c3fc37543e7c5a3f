import { Ticket } from 'lucide-react';
import { Link } from 'react-router';

import { buttonVariants } from '#app/components/button.tsx';

type Props = { count: number };

/** Banner for published pages without a plan: buyers see them closed, and nothing is lost. */
export const OffSaleBanner = ({ count }: Props) => (
  <aside aria-label="Your plan" className="banner blue pages-strip">
    <Ticket className="i" aria-hidden="true" />
    <div>
      <b>{count === 1 ? 'Your page is off sale.' : 'Your pages are off sale.'}</b> Buyers read that{' '}
      {count === 1 ? 'it is' : 'they are'} not accepting payments. A plan brings {count === 1 ? 'it' : 'them'} back as{' '}
      {count === 1 ? 'it was' : 'they were'}.
    </div>
    <Link className={buttonVariants('plain', 'sm')} to="/subscription">
      Go to subscription
    </Link>
  </aside>
);
