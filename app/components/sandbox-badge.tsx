/** Shows that no real money moves here, and links to the page that advances the sandbox clock. */
export const SandboxBadge = ({ label, title }: { label: string; title: string }) => (
  <a className="testchip" href="/sandbox/clock" target="_blank" rel="noreferrer" title={title}>
    {label}
  </a>
);
