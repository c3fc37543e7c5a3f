import { Mail, ShieldAlert } from 'lucide-react';
import { useId } from 'react';

import { Switch } from '#app/components/switch.tsx';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { settingsMessages } from '#content/messages/settings.ts';

import { SettingsSection, SettingsRow, SectionQuery } from './settings-section.tsx';

const messages = settingsMessages.notifications;

export function NotificationsSection() {
  const noticesQuery = useRpcQuery('get-notices', {});
  const { busy, input, run } = useRpcMutation('set-notices', {
    success: (_, { sales }) => (sales ? messages.on : messages.off),
    failureTitle: messages.saveFailed,
    invalidates: ['get-notices'],
  });
  const switchId = useId();
  return (
    <SettingsSection id="notices">
      <SectionQuery query={noticesQuery} errorText={messages.loadError} rows={2}>
        {({ sales }) => (
          <ul className="sheet">
            <SettingsRow
              Icon={Mail}
              name={<label htmlFor={switchId}>{messages.sales.label}</label>}
              details={<span id={`${switchId}-more`}>{messages.sales.description}</span>}
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
            <SettingsRow Icon={ShieldAlert} name={messages.alerts.label} details={messages.alerts.description} />
          </ul>
        )}
      </SectionQuery>
    </SettingsSection>
  );
}
