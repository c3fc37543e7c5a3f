import { ACCOUNT_COMMANDS } from './account-commands.ts';
import type { Command } from './command.ts';
import { COMPLETION_COMMAND } from './completion.ts';
import { COUPON_COMMANDS } from './coupon-commands.ts';
import { FILE_COMMANDS } from './file-commands.ts';
import { LICENSE_COMMANDS } from './license-commands.ts';
import { MCP_COMMAND } from './mcp.ts';
import { PAGE_COMMANDS } from './page-commands.ts';
import { RAW_COMMAND } from './raw-command.ts';
import { RESOURCE_COMMANDS } from './resource-commands.ts';
import { WEBHOOK_COMMANDS } from './webhook-commands.ts';

const SPECIAL_COMMANDS: readonly Command[] = [
  ...ACCOUNT_COMMANDS,
  ...PAGE_COMMANDS,
  ...COUPON_COMMANDS,
  ...LICENSE_COMMANDS,
  ...FILE_COMMANDS,
  ...WEBHOOK_COMMANDS,
  RAW_COMMAND,
  MCP_COMMAND,
  COMPLETION_COMMAND,
];
const specialNames = new Set(SPECIAL_COMMANDS.map(({ name }) => name));

/** All commands. Hand-written ones replace those of an operation with the same name. */
export const COMMANDS = [...SPECIAL_COMMANDS, ...RESOURCE_COMMANDS.filter(({ name }) => !specialNames.has(name))];
