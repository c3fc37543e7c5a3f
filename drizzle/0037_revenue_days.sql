CREATE TABLE "revenue_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "revenue_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"mode" text NOT NULL,
	"seller_id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"dimensions" jsonb NOT NULL,
	"currency" text NOT NULL,
	"started" integer DEFAULT 0 NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"order_total" bigint DEFAULT 0 NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"lost" bigint DEFAULT 0 NOT NULL,
	"refunds" integer DEFAULT 0 NOT NULL,
	"usd_received" bigint DEFAULT 0 NOT NULL,
	"usd_returned" bigint DEFAULT 0 NOT NULL,
	"usd_orders" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "revenue_days" (
	"mode" text NOT NULL,
	"seller_id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"dimension" text NOT NULL,
	"day" date NOT NULL,
	"value" text NOT NULL,
	"currency" text NOT NULL,
	"started" integer DEFAULT 0 NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"order_total" bigint DEFAULT 0 NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"lost" bigint DEFAULT 0 NOT NULL,
	"refunds" integer DEFAULT 0 NOT NULL,
	"usd_received" bigint DEFAULT 0 NOT NULL,
	"usd_returned" bigint DEFAULT 0 NOT NULL,
	"usd_orders" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "revenue_days_mode_seller_id_page_id_dimension_day_value_currency_pk" PRIMARY KEY("mode","seller_id","page_id","dimension","day","value","currency")
);
--> statement-breakpoint
CREATE TABLE "revenue_progress" (
	"seller_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"time_zone" text NOT NULL,
	"summed_until" timestamp (3) with time zone,
	CONSTRAINT "revenue_progress_seller_id_mode_pk" PRIMARY KEY("seller_id","mode")
);
--> statement-breakpoint
CREATE INDEX "revenue_changes_seller" ON "revenue_changes" USING btree ("seller_id","mode");--> statement-breakpoint
CREATE INDEX "revenue_progress_incomplete" ON "revenue_progress" USING btree ("mode") WHERE "revenue_progress"."summed_until" is not null;
--> statement-breakpoint
-- The values of a row for each dimension; empty values are not summed. The order of an attempt adds its payment method.
CREATE FUNCTION attempt_dimensions(a checkout_attempts) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('all', '', 'page', a.page_id, 'version', a.version_id, 'source', a.source, 'referrer',
    a.referrer, 'utm_source', a.utm_source, 'utm_medium', a.utm_medium, 'utm_campaign', a.utm_campaign, 'utm_term',
    a.utm_term, 'utm_content', a.utm_content, 'country', a.visit_country, 'device', a.device, 'embed', a.embed,
    'coupon', coalesce(a.coupon_code, ''))
$$;
--> statement-breakpoint
-- `plan`: the price option of the attempt.
CREATE FUNCTION order_dimensions(o orders, plan text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('all', '', 'page', o.page_id, 'version', o.version_id, 'source', o.source, 'referrer',
    o.referrer, 'utm_source', o.utm_source, 'utm_medium', o.utm_medium, 'utm_campaign', o.utm_campaign, 'utm_term',
    o.utm_term, 'utm_content', o.utm_content, 'country', o.visit_country, 'device', o.device, 'embed', o.embed,
    'coupon', coalesce(o.coupon_code, ''), 'payment_method', coalesce(o.payment_method, ''), 'extras',
    jsonb_build_array(o.version_id, plan, o.bumps)::text)
$$;
--> statement-breakpoint
CREATE FUNCTION sale_dimensions(s sales) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('all', '', 'page', s.page_id, 'version', s.version_id, 'source', s.visit_source,
    'referrer', s.referrer, 'utm_source', s.utm_source, 'utm_medium', s.utm_medium, 'utm_campaign', s.utm_campaign,
    'utm_term', s.utm_term, 'utm_content', s.utm_content, 'country', s.visit_country, 'device', s.device, 'embed',
    s.embed, 'coupon', coalesce(s.coupon_code, ''), 'payment_method', coalesce(s.payment_method, ''))
$$;
--> statement-breakpoint
-- `sign`: 1 for what holds from now on, -1 for what no longer holds.
CREATE FUNCTION record_started_checkout(a checkout_attempts, sign integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO revenue_changes (mode, seller_id, page_id, at, dimensions, currency, started)
  SELECT a.mode, a.seller_id, a.page_id, a.created_at, attempt_dimensions(a), a.currency, sign
  WHERE a.session_id IS NOT NULL
$$;
--> statement-breakpoint
CREATE FUNCTION record_paid_order(o orders, sign integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO revenue_changes (mode, seller_id, page_id, at, dimensions, currency, orders, order_total)
  SELECT o.mode, o.seller_id, o.page_id, o.paid_at,
    order_dimensions(o, (SELECT plan FROM checkout_attempts WHERE id = o.attempt_id)), o.currency, sign, sign * o.total
  WHERE o.paid_at IS NOT NULL AND o.state NOT IN ('pending', 'failed')
$$;
--> statement-breakpoint
CREATE FUNCTION record_payment(s sales, sign integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO revenue_changes (mode, seller_id, page_id, at, dimensions, currency, received, refunded, lost, refunds,
    usd_received, usd_returned, usd_orders)
  VALUES (s.mode, s.seller_id, s.page_id, s.paid_at, sale_dimensions(s), s.currency, sign * s.amount, sign * s.refunded,
    sign * s.lost, sign * (s.refunded > 0)::integer, sign * s.usd_cents, sign * s.usd_refunded,
    CASE WHEN s.renewal THEN 0 ELSE sign * s.usd_cents END)
$$;
--> statement-breakpoint
-- Counts the started checkout of an order for its payment method. An attempt gets its session before its order is written.
CREATE FUNCTION record_checkout_method(o orders, sign integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO revenue_changes (mode, seller_id, page_id, at, dimensions, currency, started)
  SELECT a.mode, a.seller_id, a.page_id, a.created_at, jsonb_build_object('payment_method', o.payment_method), a.currency, sign
  FROM checkout_attempts a
  WHERE a.id = o.attempt_id AND a.session_id IS NOT NULL AND o.payment_method IS NOT NULL
$$;
--> statement-breakpoint
CREATE FUNCTION record_attempt_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM record_started_checkout(OLD, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM record_started_checkout(NEW, 1);
  END IF;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION record_order_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM record_paid_order(OLD, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM record_paid_order(NEW, 1);
  END IF;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION record_sale_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM record_payment(OLD, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM record_payment(NEW, 1);
  END IF;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION record_method_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM record_checkout_method(OLD, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM record_checkout_method(NEW, 1);
  END IF;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER revenue_attempt_insert AFTER INSERT ON "checkout_attempts"
  FOR EACH ROW WHEN (NEW.session_id IS NOT NULL) EXECUTE FUNCTION record_attempt_change();
--> statement-breakpoint
CREATE TRIGGER revenue_attempt_delete AFTER DELETE ON "checkout_attempts"
  FOR EACH ROW WHEN (OLD.session_id IS NOT NULL) EXECUTE FUNCTION record_attempt_change();
--> statement-breakpoint
CREATE TRIGGER revenue_attempt_update AFTER UPDATE ON "checkout_attempts"
  FOR EACH ROW WHEN (
    (OLD.created_at, OLD.session_id IS NULL, OLD.mode, OLD.seller_id, OLD.page_id, OLD.version_id, OLD.coupon_code,
      OLD.source, OLD.referrer, OLD.utm_source, OLD.utm_medium, OLD.utm_campaign, OLD.utm_term, OLD.utm_content,
      OLD.visit_country, OLD.device, OLD.embed)
    IS DISTINCT FROM
    (NEW.created_at, NEW.session_id IS NULL, NEW.mode, NEW.seller_id, NEW.page_id, NEW.version_id, NEW.coupon_code,
      NEW.source, NEW.referrer, NEW.utm_source, NEW.utm_medium, NEW.utm_campaign, NEW.utm_term, NEW.utm_content,
      NEW.visit_country, NEW.device, NEW.embed)
  ) EXECUTE FUNCTION record_attempt_change();
--> statement-breakpoint
CREATE TRIGGER revenue_order AFTER INSERT OR DELETE ON "orders" FOR EACH ROW EXECUTE FUNCTION record_order_change();
--> statement-breakpoint
CREATE TRIGGER revenue_order_update AFTER UPDATE ON "orders"
  FOR EACH ROW WHEN (
    (OLD.paid_at, OLD.state IN ('pending', 'failed'), OLD.mode, OLD.seller_id, OLD.page_id, OLD.version_id,
      OLD.coupon_code, OLD.source, OLD.referrer, OLD.utm_source, OLD.utm_medium, OLD.utm_campaign, OLD.utm_term,
      OLD.utm_content, OLD.visit_country, OLD.device, OLD.embed, OLD.payment_method, OLD.bumps, OLD.currency,
      OLD.total)
    IS DISTINCT FROM
    (NEW.paid_at, NEW.state IN ('pending', 'failed'), NEW.mode, NEW.seller_id, NEW.page_id, NEW.version_id,
      NEW.coupon_code, NEW.source, NEW.referrer, NEW.utm_source, NEW.utm_medium, NEW.utm_campaign, NEW.utm_term,
      NEW.utm_content, NEW.visit_country, NEW.device, NEW.embed, NEW.payment_method, NEW.bumps, NEW.currency,
      NEW.total)
  ) EXECUTE FUNCTION record_order_change();
--> statement-breakpoint
CREATE TRIGGER revenue_sale AFTER INSERT OR DELETE ON "sales" FOR EACH ROW EXECUTE FUNCTION record_sale_change();
--> statement-breakpoint
CREATE TRIGGER revenue_sale_update AFTER UPDATE ON "sales"
  FOR EACH ROW WHEN (
    (OLD.paid_at, OLD.mode, OLD.seller_id, OLD.page_id, OLD.version_id, OLD.coupon_code, OLD.visit_source,
      OLD.referrer, OLD.utm_source, OLD.utm_medium, OLD.utm_campaign, OLD.utm_term, OLD.utm_content,
      OLD.visit_country, OLD.device, OLD.embed, OLD.payment_method, OLD.currency, OLD.amount, OLD.refunded,
      OLD.lost, OLD.renewal, OLD.usd_cents, OLD.usd_refunded)
    IS DISTINCT FROM
    (NEW.paid_at, NEW.mode, NEW.seller_id, NEW.page_id, NEW.version_id, NEW.coupon_code, NEW.visit_source,
      NEW.referrer, NEW.utm_source, NEW.utm_medium, NEW.utm_campaign, NEW.utm_term, NEW.utm_content,
      NEW.visit_country, NEW.device, NEW.embed, NEW.payment_method, NEW.currency, NEW.amount, NEW.refunded,
      NEW.lost, NEW.renewal, NEW.usd_cents, NEW.usd_refunded)
  ) EXECUTE FUNCTION record_sale_change();
--> statement-breakpoint
CREATE TRIGGER revenue_method AFTER INSERT OR DELETE ON "orders" FOR EACH ROW EXECUTE FUNCTION record_method_change();
--> statement-breakpoint
CREATE TRIGGER revenue_method_update AFTER UPDATE ON "orders"
  FOR EACH ROW WHEN (
    OLD.payment_method IS DISTINCT FROM NEW.payment_method
  ) EXECUTE FUNCTION record_method_change();
--> statement-breakpoint
-- A worker sums the existing rows. Until then, their seller's dashboard reads them.
INSERT INTO revenue_progress (seller_id, mode, time_zone, summed_until)
SELECT c.seller_id, c.mode, coalesce(s.time_zone, 'UTC'), to_timestamp(0)
FROM order_counters c JOIN sellers s ON s.id = c.seller_id;
