import { useNavigate, useSearchParams } from 'react-router';

import { AccountScreen } from '#app/account/account-screen.tsx';
import { ConfirmCard } from '#app/account/confirm-card.tsx';
import '#app/app.css';
import { pageMeta, titled } from '#app/site/page-meta.ts';
import { archivoPreload } from '#app/ui/archivo.ts';

export const links = () => [archivoPreload];

export const meta = () => pageMeta({ title: titled('Sign in') });

export default function AuthConfirm() {
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  return (
    <AccountScreen saying="The link works once, within an hour, on any device of yours.">
      <ConfirmCard
        tokenHash={parameters.get('token_hash')}
        onDone={() => void navigate('/builder', { replace: true })}
      />
    </AccountScreen>
  );
}
