import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { EmailConfirmationCard } from './email-confirmation-card.tsx';

test('says without JavaScript that the email link needs JavaScript', () => {
  const html = renderToStaticMarkup(
    <EmailConfirmationCard purpose="signup" tokenHash="hash" user={null} onDone={() => undefined} />,
  );
  expect(html).toMatch(/<noscript>.*This link needs JavaScript\..*<\/noscript>/s);
});
