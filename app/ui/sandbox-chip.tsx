/** Says that nothing here is real money, and leads to the clock by which time is moved on. */
export const SandboxChip = () => (
  <a
    className="testchip"
    href="/sandbox/clock"
    target="_blank"
    rel="noreferrer"
    title="Move the sandbox's clock"
  >
    Sandbox
  </a>
);
