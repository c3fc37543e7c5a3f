ALTER TABLE "orders" ADD COLUMN "payment_method" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "payment_method_details" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "pending_payment" jsonb;--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "payment_method" text;--> statement-breakpoint
ALTER TABLE "stripe_accounts" ADD COLUMN "payment_methods" jsonb;--> statement-breakpoint
ALTER TABLE "stripe_accounts" ADD COLUMN "payment_methods_checked_at" timestamp (3) with time zone;