/** Text messages. The last line with the host and the code must stay as it is: phones read it. */
export const smsMessages = {
  code: ({ code, site, host }: { code: string; site: string; host: string }) =>
    `${code} is your ${site} code. It expires in a few minutes. We’ll never ask you for it.\n\n@${host} #${code}`,
} as const;
