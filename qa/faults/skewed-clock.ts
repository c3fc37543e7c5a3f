// A preload script for a process whose machine's clock is wrong by SKEW_MS milliseconds.
const Right = Date;
const skewMs = Number(process.env.SKEW_MS ?? 0);
const now = (): number => Right.now() + skewMs;

globalThis.Date = new Proxy(Right, {
  construct: (target, args: unknown[], made) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, made) as object,
  apply: () => new Right(now()).toString(),
  get: (target, property) => (property === 'now' ? now : (Reflect.get(target, property, target) as unknown)),
});
