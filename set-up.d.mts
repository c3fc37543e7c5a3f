export const NODE_FLAGS: readonly string[];
export const NODE_ENVIRONMENT: Readonly<Record<string, string>>;
export function node(): string;
export function dependencies(): Promise<boolean>;
export function buildFolder(): string;
export function builtFolder(): Promise<string | null>;
export function step(
  title: string,
  command: string,
  args: string[],
  env?: Record<string, string>,
  isLive?: boolean,
): Promise<boolean>;
