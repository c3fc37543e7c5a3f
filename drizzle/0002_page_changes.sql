-- Tells every process that listens which seller's pages look different now: told when the change is committed.
CREATE FUNCTION tell_page_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM pg_notify('page_changes', OLD.seller_id::text);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM pg_notify('page_changes', NEW.seller_id::text);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER pages_change AFTER UPDATE OF live_version, unpublished_at, archived_at, deleted_at OR DELETE ON pages
  FOR EACH ROW EXECUTE FUNCTION tell_page_change();
--> statement-breakpoint
CREATE TRIGGER slugs_change AFTER INSERT OR UPDATE OR DELETE ON slugs
  FOR EACH ROW EXECUTE FUNCTION tell_page_change();
--> statement-breakpoint
CREATE TRIGGER provider_accounts_change AFTER UPDATE ON provider_accounts
  FOR EACH ROW WHEN (
    (OLD.account_id, OLD.details_submitted, OLD.charges_enabled, OLD.business_name, OLD.disconnected_at)
    IS DISTINCT FROM
    (NEW.account_id, NEW.details_submitted, NEW.charges_enabled, NEW.business_name, NEW.disconnected_at)
  ) EXECUTE FUNCTION tell_page_change();
