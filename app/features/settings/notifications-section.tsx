import { Mail, ShieldAlert } from 'lucide-react';
import { useId, useState } from 'react';

import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { useAction } from '#app/lib/use-action.ts';

import { SettingsSection, SettingsRow, SectionQuery } from './settings-section.tsx';
import { type SectionProps, useRefreshableQuery } from './use-account.ts';

const fetchNotices = () => callRpc('get-notices', {});

/** Settings for emails to the seller about sales. */
export function NotificationsSection({ refreshKey }: SectionProps) {
  const noticesQuery = useRefreshableQuery(fetchNotices, refreshKey);
  const { busy, run } = useAction();
  const switchId = useId();
  /** The value that the seller chose, before and after the server has confirmed it. */
  const [optimisticValue, setOptimisticValue] = useState<boolean | null>(null);
  const updateSalesEmails = async (sales: boolean) => {
    const success = sales
      ? { title: 'Mails are on', message: 'Each sale and renewal is mailed to you.' }
      : { title: 'Mails are off', message: 'Sales stand with your orders.' };
    if (busy) return;
    setOptimisticValue(sales);
    if (!(await run(() => callRpc('set-notices', { sales }), { success, failureTitle: 'Not changed' })))
      setOptimisticValue(!sales);
  };
  return (
    <SettingsSection id="notices">
      <SectionQuery query={noticesQuery} subject="What is mailed to you" rows={2}>
        {({ sales }) => (
          <ul className="sheet acc-list">
            <SettingsRow
              Icon={Mail}
              name={<label htmlFor={switchId}>Each sale and renewal</label>}
              details={<span id={`${switchId}-more`}>One mail as soon as it is paid.</span>}
              isCompact
            >
              <span className="switch">
                <input
                  type="checkbox"
                  role="switch"
                  id={switchId}
                  checked={optimisticValue ?? sales}
                  aria-checked={optimisticValue ?? sales}
                  aria-describedby={`${switchId}-more`}
                  aria-disabled={busy || undefined}
                  onChange={(event) => void updateSalesEmails(event.target.checked)}
                />
              </span>
            </SettingsRow>
            <SettingsRow
              Icon={ShieldAlert}
              name="Disputes, failed renewals and failed refunds"
              details="Always: something is to be done about them."
            />
          </ul>
        )}
      </SectionQuery>
    </SettingsSection>
  );
}
