import { CodeBlock } from './code-box.tsx';

export const CommandLine = ({ url }: { url: string }) => (
  <>
    <p>
      <code>npx tillwright</code> works in a copy of the shop’s repository, with Node 20 or later and without installing
      anything. The key comes from <code>TILLWRIGHT_KEY</code> or from a file, never from an argument.
    </p>
    <CodeBlock label="Commands">{`export TILLWRIGHT_URL=${url}
export TILLWRIGHT_KEY=twk_sandbox_…

npx tillwright pages list
npx tillwright pages export PAGE -o page.json
npx tillwright pages import page.json
npx tillwright pages publish page.json --slug throwing-taller
npx tillwright orders list --state paid --from 2026-11-01 --json
npx tillwright coupons create PAGE LAUNCH20 --percent 20 --ends 2026-12-31`}</CodeBlock>
    <p>
      <code>--help</code> tells of the rest, <code>--json</code> answers for programs. It ends with 0 when all is done,
      1 when the shop refused, 2 when it was called wrongly, and 3 when the shop could not be reached.
    </p>
  </>
);
