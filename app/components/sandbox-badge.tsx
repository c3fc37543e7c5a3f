/** Shows that no real money moves here, and links to the page that advances the sandbox clock. */
export const SandboxBadge = () => (
  <a className="testchip" href="/sandbox/clock" target="_blank" rel="noreferrer" title="Advance the sandbox’s clock">
    Sandbox
  </a>
);
