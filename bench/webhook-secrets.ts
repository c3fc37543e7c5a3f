export const BENCH_SECRETS = { platform: 'whsec_bench_platform', connect: 'whsec_bench_connect' };
