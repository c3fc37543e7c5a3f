-- Inserts a checkout attempt if stock and coupon have room for it, and returns it. Returns no row if a limit is reached or the
-- page already has an attempt with this token. A limit of null does not apply. The lock on the page lets requests for the last
-- piece run one after another; each statement of the function sees what was committed before it.
CREATE FUNCTION reserve_checkout_attempt(new_row jsonb, stock integer, coupon_limit integer, buyer_limit integer)
RETURNS SETOF checkout_attempts LANGUAGE plpgsql AS $$
DECLARE
  attempt checkout_attempts := jsonb_populate_record(NULL::checkout_attempts, new_row);
  reserved record;
BEGIN
  PERFORM FROM pages WHERE id = attempt.page_id FOR NO KEY UPDATE;
  SELECT count(*) AS on_page,
    count(*) FILTER (WHERE coupon_code = attempt.coupon_code) AS with_coupon,
    count(*) FILTER (WHERE coupon_code = attempt.coupon_code AND buyer_key = attempt.buyer_key) AS by_buyer
  INTO reserved FROM checkout_attempts
  WHERE mode = attempt.mode AND page_id = attempt.page_id AND has_reservation
    AND (stock IS NOT NULL OR coupon_code = attempt.coupon_code);
  IF reserved.on_page >= stock OR reserved.with_coupon >= coupon_limit OR reserved.by_buyer >= buyer_limit THEN
    RETURN;
  END IF;
  RETURN QUERY INSERT INTO checkout_attempts SELECT attempt.* ON CONFLICT (page_id, token) DO NOTHING RETURNING *;
  IF FOUND AND stock IS NOT NULL THEN
    PERFORM pg_notify('page_changes', attempt.seller_id::text);
  END IF;
END $$;
