import { Mail, ShieldAlert } from 'lucide-react';
import { useId } from 'react';

import { call } from '#app/session/call.ts';

import { AccountPart } from './account-part.tsx';
import { AccountRow } from './account-row.tsx';
import { PartList } from './part-list.tsx';
import type { PartProps } from './use-account.ts';
import { useAct } from './use-act.ts';
import { useReading } from './use-reading.ts';

const readNotices = () => call('get-notices', {});

/** Which mails of sales the shop sends its seller. */
export function NoticesPart({ round, changed }: PartProps) {
  const notices = useReading(readNotices, round);
  const { busy, run } = useAct();
  const about = useId();
  const set = async (sales: boolean) => {
    const done = sales
      ? { title: 'Mails are on', message: 'Each sale and renewal is mailed to you.' }
      : { title: 'Mails are off', message: 'Sales stand with your orders.' };
    if (await run(() => call('set-notices', { sales }), { done, failed: 'Not changed' })) changed();
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
                  checked={sales}
                  aria-checked={sales}
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
