import { CreditCard } from 'lucide-react';

import { buttonVariants } from '#app/components/button.tsx';
import { useScreenData } from '#app/lib/screen-data.ts';
import { sandboxMessages } from '#content/messages/sandbox.ts';

const messages = sandboxMessages.tryPayment;

type TryPaymentLinkProps = {
  /** URL of the published page on the app's own host. */
  url: string;
  showHint?: boolean;
};

/** Opens the published page in a new tab, to pay on it with a test card; nothing outside the sandbox. */
export function TryPaymentLink({ url, showHint = false }: TryPaymentLinkProps) {
  const { sandbox } = useScreenData();
  if (!sandbox) return null;
  const link = (
    <a
      className={buttonVariants('plain', 'sm', 'try-payment__link')}
      href={url}
      target="_blank"
      rel="noreferrer"
      title={messages.hint}
    >
      <CreditCard className="i" aria-hidden="true" />
      {messages.label}
    </a>
  );
  if (!showHint) return link;
  return (
    <div className="try-payment">
      {link}
      <p className="small muted">{messages.hint}</p>
    </div>
  );
}
