CREATE TABLE "detached_months" (
	"table_name" text collate "C" NOT NULL,
	"month" date NOT NULL,
	"rows" bigint NOT NULL,
	"detached_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "detached_months_table_name_month_pk" PRIMARY KEY("table_name","month")
);
--> statement-breakpoint
CREATE TABLE "detached_sums" (
	"month" date NOT NULL,
	"account_id" bigint NOT NULL,
	"amount_minor" bigint NOT NULL,
	CONSTRAINT "detached_sums_month_account_id_pk" PRIMARY KEY("month","account_id")
);
--> statement-breakpoint
ALTER TABLE "detached_sums" ADD CONSTRAINT "detached_sums_account_id_ledger_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE TRIGGER "detached_sums_final" BEFORE UPDATE OR DELETE OR TRUNCATE ON "detached_sums"
  FOR EACH STATEMENT EXECUTE FUNCTION "ledger_is_final"();--> statement-breakpoint
CREATE TRIGGER "detached_months_final" BEFORE UPDATE OR DELETE OR TRUNCATE ON "detached_months"
  FOR EACH STATEMENT EXECUTE FUNCTION "ledger_is_final"();--> statement-breakpoint
-- Detaches a month that is complete and that players no longer see. Returns its number of rows. The partition becomes a
-- table of its own. Its rows are read before the lock that purchases wait for.
CREATE FUNCTION "detach_month_partition"(p_table text, p_month date, p_now timestamptz) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_name text;
  v_rows bigint;
BEGIN
  SELECT name INTO v_name FROM month_partitions WHERE table_name = p_table AND month = p_month;
  IF v_name IS NULL OR p_month = '2000-01-01' THEN
    RAISE EXCEPTION '% has no partition of % that can be detached', p_table, p_month USING ERRCODE = 'GL006';
  END IF;
  IF p_month + interval '14 months' > p_now THEN
    RAISE EXCEPTION 'players see the rows of % for 13 months', p_month USING ERRCODE = 'GL006';
  END IF;
  IF p_table = 'tickets' AND EXISTS (
    SELECT FROM draws WHERE tickets_month = p_month AND (status <> 'published' OR posted_at IS NULL)
  ) THEN
    RAISE EXCEPTION 'a draw of % is not published and posted', p_month USING ERRCODE = 'GL006';
  END IF;
  IF p_table = 'ledger_entries' THEN
    IF EXISTS (SELECT FROM transfers WHERE seal_no IS NULL AND entries_month = p_month) THEN
      RAISE EXCEPTION 'a transfer of % is not sealed', p_month USING ERRCODE = 'GL006';
    END IF;
    INSERT INTO detached_sums (month, account_id, amount_minor)
      SELECT p_month, account_id, sum(amount_minor) FROM ledger_entries WHERE month = p_month GROUP BY account_id
      ON CONFLICT DO NOTHING;
  END IF;
  EXECUTE format('SELECT count(*) FROM %I', v_name) INTO v_rows;
  INSERT INTO detached_months (table_name, month, rows, detached_at) VALUES (p_table, p_month, v_rows, p_now)
    ON CONFLICT DO NOTHING;
  EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', p_table, v_name);
  RETURN v_rows;
END $$;--> statement-breakpoint
-- One transfer in one round trip. Accounts are locked in one order, so that no two transfers wait for each other. The
-- months of an account's entries never decrease, so that its newest entries are found from the newest month backwards.
CREATE OR REPLACE FUNCTION "post_transfer"(
  p_key text, p_kind text, p_currency text, p_reference jsonb, p_digest text, p_posted_at timestamptz,
  p_owners text[], p_buckets text[], p_amounts bigint[], p_stripe smallint
) RETURNS TABLE (posted_id bigint, is_new boolean) LANGUAGE plpgsql SET enable_seqscan = off AS $$
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
    v_month := storage_month('ledger_entries', p_posted_at);
    IF v_last_month > v_month THEN
      -- The month of the newest entry, unless it was detached since.
      v_month := storage_month('ledger_entries', v_last_month::timestamp AT TIME ZONE 'UTC');
    END IF;
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
