import { Mail, ShieldAlert } from 'lucide-react';
import { useId } from 'react';

import { Switch } from '#app/components/switch.tsx';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';

import { SettingsSection, SettingsRow, SectionQuery } from './settings-section.tsx';

export function NotificationsSection() {
  const noticesQuery = useRpcQuery('get-notices', {});
  const { busy, input, run } = useRpcMutation('set-notices', {
    success: (_, { sales }) =>
      sales
        ? { title: 'Mails are on', message: 'Each sale and renewal is mailed to you.' }
        : { title: 'Mails are off', message: 'Sales stand with your orders.' },
    failureTitle: 'Not changed',
    invalidates: ['get-notices'],
  });
  const switchId = useId();
  return (
    <SettingsSection id="notices">
      <SectionQuery query={noticesQuery} subject="What is mailed to you" rows={2}>
        {({ sales }) => (
          <ul className="sheet">
            <SettingsRow
              Icon={Mail}
              name={<label htmlFor={switchId}>Each sale and renewal</label>}
              details={<span id={`${switchId}-more`}>One mail as soon as it is paid.</span>}
              isCompact
            >
              <span className="switch">
                <Switch
                  id={switchId}
                  aria-describedby={`${switchId}-more`}
                  checked={input?.sales ?? sales}
                  disabled={busy}
                  onChange={(checked) => void run({ sales: checked })}
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
