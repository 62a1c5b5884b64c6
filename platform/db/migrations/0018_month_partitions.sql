-- Tickets and ledger entries become partitioned tables. The tables so far are their first partitions.
SET LOCAL lock_timeout = '10s';--> statement-breakpoint
LOCK TABLE "draws", "tickets", "ledger_accounts", "transfers", "ledger_entries" IN SHARE UPDATE EXCLUSIVE MODE;--> statement-breakpoint
SET LOCAL lock_timeout = '150ms';--> statement-breakpoint
-- The strongest lock that a later statement needs on each table, in the order in which a purchase uses the tables.
LOCK TABLE "draws" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
LOCK TABLE "tickets" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
LOCK TABLE "ledger_accounts", "transfers" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
LOCK TABLE "ledger_entries" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "tickets" RENAME TO "tickets_initial";--> statement-breakpoint
CREATE TABLE "tickets" (LIKE "tickets_initial" INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY LIST ("month");--> statement-breakpoint
ALTER TABLE "tickets" DROP CONSTRAINT "tickets_initial_month";--> statement-breakpoint
ALTER TABLE "tickets" ATTACH PARTITION "tickets_initial" FOR VALUES IN ('2000-01-01');--> statement-breakpoint
ALTER TABLE "tickets_initial" DROP CONSTRAINT "tickets_initial_month";--> statement-breakpoint
ALTER TABLE "ledger_entries" RENAME TO "ledger_entries_initial";--> statement-breakpoint
CREATE TABLE "ledger_entries" (LIKE "ledger_entries_initial" INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY LIST ("month");--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_initial_month";--> statement-breakpoint
-- Added before the first partition, whose equal keys are then adopted without a check of its rows.
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_id_ledger_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "ledger_accounts"("account_id");--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transfer_id_transfers_transfer_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "transfers"("transfer_id");--> statement-breakpoint
ALTER TABLE "ledger_entries" ATTACH PARTITION "ledger_entries_initial" FOR VALUES IN ('2000-01-01');--> statement-breakpoint
ALTER TABLE "ledger_entries_initial" DROP CONSTRAINT "ledger_entries_initial_month";--> statement-breakpoint
-- Statement triggers run for the table that the statement names, so the whole table and each partition have their own.
CREATE TRIGGER "ledger_entries_balance" AFTER INSERT ON "ledger_entries"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "ledger_entries_balance"();--> statement-breakpoint
CREATE TRIGGER "ledger_entries_noted" AFTER INSERT ON "ledger_entries"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "note_player_transfers"();--> statement-breakpoint
CREATE TRIGGER "ledger_entries_final" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "ledger_is_final"();--> statement-breakpoint
-- All tickets of a draw are in one partition: unique indexes and reads by draw rely on it.
CREATE FUNCTION "tickets_in_month"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_draw text;
BEGIN
  SELECT draw_id INTO v_draw
    FROM (SELECT DISTINCT draw_id, month FROM added) ticket JOIN draws draw USING (draw_id)
    WHERE ticket.month <> draw.tickets_month LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'tickets of % need the month of draws.tickets_month', v_draw USING ERRCODE = 'GL005';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "tickets_in_month" AFTER INSERT ON "tickets"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "tickets_in_month"();--> statement-breakpoint
CREATE TRIGGER "tickets_in_month" AFTER INSERT ON "tickets_initial"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "tickets_in_month"();--> statement-breakpoint
-- Creates a partition and returns true, or returns false if it exists. Of concurrent calls one creates it.
CREATE FUNCTION "create_month_partition"(p_table text, p_month date) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_name text := p_table || to_char(p_month, '_YYYY_MM');
BEGIN
  IF p_table NOT IN ('tickets', 'ledger_entries') OR extract(day FROM p_month) <> 1 THEN
    RAISE EXCEPTION '% has no partition for %', p_table, p_month;
  END IF;
  PERFORM pg_advisory_xact_lock(7205009);
  IF to_regclass(quote_ident(v_name)) IS NOT NULL THEN
    RETURN false;
  END IF;
  -- A separate table that is attached in the end: CREATE TABLE … PARTITION OF would lock out reads and sales.
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', v_name, p_table);
  IF p_table = 'tickets' THEN
    EXECUTE format('ALTER TABLE %I ADD PRIMARY KEY (draw_id, receipt_number, line_no)', v_name);
    EXECUTE format('CREATE INDEX %I ON %I (account_id, bought_at) WHERE account_id IS NOT NULL', v_name || '_account', v_name);
    EXECUTE format('CREATE UNIQUE INDEX %I ON %I (draw_id, (line ->> ''series''), (line ->> ''number'')) WHERE line ? ''series''',
      v_name || '_raffle', v_name);
    EXECUTE format('CREATE TRIGGER tickets_in_month AFTER INSERT ON %I
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tickets_in_month()', v_name);
  ELSE
    EXECUTE format('ALTER TABLE %I ADD PRIMARY KEY (account_id, transfer_id)', v_name);
    EXECUTE format('CREATE INDEX %I ON %I (transfer_id)', v_name || '_transfer', v_name);
    EXECUTE format('CREATE TRIGGER ledger_entries_balance AFTER INSERT ON %I
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger_entries_balance()', v_name);
    EXECUTE format('CREATE TRIGGER ledger_entries_noted AFTER INSERT ON %I
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_player_transfers()', v_name);
    EXECUTE format('CREATE TRIGGER ledger_entries_final BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_final()', v_name);
  END IF;
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES IN (%L)', p_table, v_name, p_month);
  RETURN true;
END $$;--> statement-breakpoint
-- The attached partitions of both tables.
CREATE VIEW "month_partitions" AS
  SELECT parent.relname::text AS table_name, partition.relname::text AS name,
    substring(pg_get_expr(partition.relpartbound, partition.oid) FROM '[0-9]{4}-[0-9]{2}-[0-9]{2}')::date AS month
  FROM pg_inherits
    JOIN pg_class parent ON parent.oid = inhparent
    JOIN pg_class partition ON partition.oid = inhrelid
  WHERE parent.relnamespace = current_schema()::regnamespace AND parent.relname IN ('tickets', 'ledger_entries')
    AND NOT inhdetachpending;--> statement-breakpoint
-- The month whose partition takes rows of this time. Without a partition it is the initial month: a sale never fails.
CREATE FUNCTION "storage_month"(p_table text, p_at timestamptz) RETURNS date LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_month date := date_trunc('month', p_at AT TIME ZONE 'UTC')::date;
BEGIN
  IF EXISTS (
    SELECT FROM pg_inherits
    WHERE inhrelid = to_regclass(p_table || to_char(v_month, '_YYYY_MM')) AND inhparent = to_regclass(p_table)
      AND NOT inhdetachpending
  ) THEN
    RETURN v_month;
  END IF;
  RETURN '2000-01-01';
END $$;--> statement-breakpoint
CREATE FUNCTION "draws_tickets_month"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.tickets_month := storage_month('tickets', NEW.draw_at);
  ELSIF NEW.tickets_month <> OLD.tickets_month THEN
    RAISE EXCEPTION 'the tickets of % stay in their partition', OLD.draw_id USING ERRCODE = 'GL005';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "draws_tickets_month" BEFORE INSERT OR UPDATE OF "tickets_month" ON "draws"
  FOR EACH ROW EXECUTE FUNCTION "draws_tickets_month"();--> statement-breakpoint
-- One transfer in one round trip. Accounts are locked in one order, so that no two transfers wait for each other. The
-- months of an account's entries never decrease, so that its newest entries are found from the newest month backwards.
CREATE OR REPLACE FUNCTION "post_transfer"(
  p_key text, p_kind text, p_currency text, p_reference jsonb, p_digest text, p_posted_at timestamptz,
  p_owners text[], p_buckets text[], p_amounts bigint[], p_stripe smallint
) RETURNS TABLE (posted_id bigint, is_new boolean) LANGUAGE plpgsql AS $$
DECLARE
  v_id bigint;
  v_digest text;
  v_accounts bigint[];
  v_last_month date;
  v_month date;
BEGIN
  SELECT transfer_id, digest INTO v_id, v_digest FROM transfers WHERE key = p_key;
  IF v_id IS NULL THEN
    FOR v_try IN 1..2 LOOP
      SELECT array_agg(account_id), max(last_month) INTO v_accounts, v_last_month FROM (
        SELECT account.account_id, account.last_month FROM ledger_accounts account
        JOIN unnest(p_owners, p_buckets) AS side(owner, bucket)
          ON account.owner = side.owner COLLATE "C" AND account.bucket = side.bucket COLLATE "C"
        WHERE account.currency_code = p_currency
          AND account.stripe = CASE WHEN side.owner = 'house' THEN p_stripe ELSE 0 END
        ORDER BY account.account_id FOR NO KEY UPDATE OF account
      ) locked;
      EXIT WHEN coalesce(cardinality(v_accounts), 0) = cardinality(p_owners);
      INSERT INTO ledger_accounts (owner, bucket, currency_code, stripe)
        SELECT side.owner, side.bucket, p_currency, CASE WHEN side.owner = 'house' THEN p_stripe ELSE 0 END
        FROM unnest(p_owners, p_buckets) AS side(owner, bucket) ORDER BY 1, 2
        ON CONFLICT DO NOTHING;
    END LOOP;
    v_month := greatest(storage_month('ledger_entries', p_posted_at), v_last_month);
    INSERT INTO transfers (key, kind, currency_code, reference, digest, posted_at, entries_month)
      VALUES (p_key, p_kind, p_currency, p_reference, p_digest, p_posted_at, v_month)
      ON CONFLICT (key) DO NOTHING RETURNING transfer_id INTO v_id;
    IF v_id IS NOT NULL THEN
      WITH changed AS (
        UPDATE ledger_accounts account SET balance_minor = account.balance_minor + side.amount, last_month = v_month
        FROM unnest(p_owners, p_buckets, p_amounts) AS side(owner, bucket, amount)
        WHERE account.account_id = ANY (v_accounts)
          AND account.owner = side.owner COLLATE "C" AND account.bucket = side.bucket COLLATE "C"
        RETURNING account.account_id, side.amount, account.balance_minor
      )
      INSERT INTO ledger_entries (account_id, transfer_id, amount_minor, balance_minor, month)
        SELECT account_id, v_id, amount, balance_minor, v_month FROM changed;
      RETURN QUERY SELECT v_id, true;
      RETURN;
    END IF;
    -- Another process posted it while this one waited for the locks.
    SELECT transfer_id, digest INTO v_id, v_digest FROM transfers WHERE key = p_key;
  END IF;
  IF v_digest <> p_digest THEN
    RAISE EXCEPTION 'this key belongs to another transfer' USING ERRCODE = 'GL001';
  END IF;
  RETURN QUERY SELECT v_id, false;
END $$;
