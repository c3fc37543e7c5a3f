import { Mail, ShieldAlert } from 'lucide-react';
import { useId, useState } from 'react';

import { call } from '#app/session/call.ts';

import { AccountPart } from './account-part.tsx';
import { AccountRow } from './account-row.tsx';
import { PartList } from './part-list.tsx';
import type { PartProps } from './use-account.ts';
import { useAct } from '#app/session/use-act.ts';
import { useReading } from './use-reading.ts';

const readNotices = () => call('get-notices', {});

/** Settings for emails to the seller about sales. */
export function NoticesPart({ round }: PartProps) {
  const notices = useReading(readNotices, round);
  const { busy, run } = useAct();
  const about = useId();
  /** The value that the seller chose, before and after the server has confirmed it. */
  const [wished, setWished] = useState<boolean | null>(null);
  const set = async (sales: boolean) => {
    const done = sales
      ? { title: 'Mails are on', message: 'Each sale and renewal is mailed to you.' }
      : { title: 'Mails are off', message: 'Sales stand with your orders.' };
    if (busy) return;
    setWished(sales);
    if (!(await run(() => call('set-notices', { sales }), { done, failed: 'Not changed' })))
      setWished(!sales);
  };
  return (
    <AccountPart id="notices">
      <PartList reading={notices} what="What is mailed to you" rows={2}>
        {({ sales }) => (
          <ul className="sheet acc-list">
            <AccountRow
              Icon={Mail}
              name={<label htmlFor={about}>Each sale and renewal</label>}
              facts={<span id={`${about}-more`}>One mail as soon as it is paid.</span>}
              short
            >
              <span className="switch">
                <input
                  type="checkbox"
                  role="switch"
                  id={about}
                  checked={wished ?? sales}
                  aria-checked={wished ?? sales}
                  aria-describedby={`${about}-more`}
                  aria-disabled={busy || undefined}
                  onChange={(event) => void set(event.target.checked)}
                />
              </span>
            </AccountRow>
            <AccountRow
              Icon={ShieldAlert}
              name="Disputes, failed renewals and failed refunds"
              facts="Always: something is to be done about them."
            />
          </ul>
        )}
      </PartList>
    </AccountPart>
  );
}
