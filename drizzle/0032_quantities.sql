ALTER TABLE "checkout_attempts" ADD COLUMN "quantity" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD COLUMN "quantity" integer;--> statement-breakpoint
-- Stock counts units instead of attempts. `unit_limit`: units that one buyer can reserve at a time. Processes of the previous
-- version call the function with four arguments, which keeps working.
CREATE FUNCTION reserve_checkout_attempt(new_row jsonb, stock integer, coupon_limit integer, buyer_limit integer, unit_limit integer)
RETURNS SETOF checkout_attempts LANGUAGE plpgsql AS $$
DECLARE
  attempt checkout_attempts := jsonb_populate_record(NULL::checkout_attempts, new_row);
  reserved record;
BEGIN
  attempt.metadata := coalesce(attempt.metadata, '{}');
  attempt.quantity := coalesce(attempt.quantity, 1);
  PERFORM FROM pages WHERE id = attempt.page_id FOR NO KEY UPDATE;
  SELECT coalesce(sum(quantity), 0) AS on_page,
    coalesce(sum(quantity) FILTER (WHERE state <> 'completed' AND buyer_key = attempt.buyer_key), 0) AS of_buyer,
    count(*) FILTER (WHERE coupon_code = attempt.coupon_code) AS with_coupon,
    count(*) FILTER (WHERE coupon_code = attempt.coupon_code AND buyer_key = attempt.buyer_key) AS by_buyer
  INTO reserved FROM checkout_attempts
  WHERE mode = attempt.mode AND page_id = attempt.page_id AND has_reservation
    AND (stock IS NOT NULL OR coupon_code = attempt.coupon_code);
  IF reserved.on_page + attempt.quantity > stock
    OR (stock IS NOT NULL AND reserved.of_buyer + attempt.quantity > unit_limit)
    OR reserved.with_coupon >= coupon_limit OR reserved.by_buyer >= buyer_limit THEN
    RETURN;
  END IF;
  RETURN QUERY INSERT INTO checkout_attempts SELECT attempt.* ON CONFLICT (page_id, token) DO NOTHING RETURNING *;
  IF FOUND AND stock IS NOT NULL THEN
    PERFORM pg_notify('page_changes', attempt.seller_id::text);
  END IF;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION reserve_checkout_attempt(new_row jsonb, stock integer, coupon_limit integer, buyer_limit integer)
RETURNS SETOF checkout_attempts LANGUAGE sql AS $$
  SELECT * FROM reserve_checkout_attempt(new_row, stock, coupon_limit, buyer_limit, NULL);
$$;
