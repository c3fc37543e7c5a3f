ALTER TABLE "orders" ADD COLUMN "bumps" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
UPDATE "orders" SET "bumps" = "found"."bumps"
  FROM (SELECT "attempt_id", array_agg(substr("key", 6) ORDER BY "position") AS "bumps"
    FROM "order_lines" WHERE "key" LIKE 'bump:%' GROUP BY "attempt_id") AS "found"
  WHERE "orders"."attempt_id" = "found"."attempt_id";
