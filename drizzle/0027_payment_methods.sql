ALTER TABLE "orders" ADD COLUMN "payment_method" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "payment_method_details" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "pending_payment" jsonb;--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "payment_method" text;--> statement-breakpoint
ALTER TABLE "stripe_accounts" ADD COLUMN "payment_methods" jsonb;--> statement-breakpoint
ALTER TABLE "stripe_accounts" ADD COLUMN "payment_methods_checked_at" timestamp (3) with time zone;--> statement-breakpoint
-- Pages name the payment methods of their seller's account, so that their documents change with them.
DROP TRIGGER provider_accounts_change ON "stripe_accounts";--> statement-breakpoint
CREATE TRIGGER provider_accounts_change AFTER UPDATE ON "stripe_accounts"
  FOR EACH ROW WHEN (
    (OLD.account_id, OLD.details_submitted, OLD.charges_enabled, OLD.business_name, OLD.disconnected_at, OLD.payment_methods)
    IS DISTINCT FROM
    (NEW.account_id, NEW.details_submitted, NEW.charges_enabled, NEW.business_name, NEW.disconnected_at, NEW.payment_methods)
  ) EXECUTE FUNCTION notify_page_change();
