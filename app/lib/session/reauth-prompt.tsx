import { loadOnDemand } from '#app/components/utils/load-on-demand.tsx';

import { useReauthPrompt } from './reauthentication.ts';

const ReauthDialog = loadOnDemand(async () => (await import('./reauth-dialog.tsx')).ReauthDialog);

/** Step-up authentication: opens before an action that needs it. Rendered once per layout. */
export function ReauthPrompt() {
  const prompt = useReauthPrompt();
  return prompt && <ReauthDialog onVerified={() => prompt.complete(true)} onClose={() => prompt.complete(false)} />;
}
