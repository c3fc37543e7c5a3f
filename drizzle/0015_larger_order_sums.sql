ALTER TABLE "orders"
  ALTER COLUMN "received" SET DATA TYPE bigint,
  ALTER COLUMN "refunded" SET DATA TYPE bigint,
  ALTER COLUMN "lost" SET DATA TYPE bigint;
