CREATE TABLE "ledger_accounts" (
	"account_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_accounts_account_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner" text collate "C" NOT NULL,
	"bucket" text collate "C" NOT NULL,
	"currency_code" text NOT NULL,
	"stripe" smallint DEFAULT 0 NOT NULL,
	"balance_minor" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "ledger_accounts_not_negative" CHECK ("ledger_accounts"."owner" = 'house' or "ledger_accounts"."balance_minor" >= 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"account_id" bigint NOT NULL,
	"transfer_id" bigint NOT NULL,
	"amount_minor" bigint NOT NULL,
	"balance_minor" bigint NOT NULL,
	CONSTRAINT "ledger_entries_account_id_transfer_id_pk" PRIMARY KEY("account_id","transfer_id"),
	CONSTRAINT "ledger_entries_something" CHECK ("ledger_entries"."amount_minor" <> 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_seals" (
	"seal_no" bigint PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"transfers" integer NOT NULL,
	"sealed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transfers" (
	"transfer_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transfers_transfer_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"currency_code" text NOT NULL,
	"reference" jsonb NOT NULL,
	"digest" text NOT NULL,
	"posted_at" timestamp (3) with time zone NOT NULL,
	"seal_no" bigint
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_id_ledger_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transfer_id_transfers_transfer_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("transfer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_accounts_place" ON "ledger_accounts" USING btree ("owner","bucket","currency_code","stripe");--> statement-breakpoint
CREATE INDEX "ledger_entries_transfer" ON "ledger_entries" USING btree ("transfer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "transfers_key" ON "transfers" USING btree ("key");--> statement-breakpoint
CREATE INDEX "transfers_unsealed" ON "transfers" USING btree ("transfer_id") WHERE "transfers"."seal_no" is null;--> statement-breakpoint
CREATE INDEX "transfers_seal" ON "transfers" USING btree ("seal_no");--> statement-breakpoint
-- Entries of one transfer come in one statement; what does not sum to zero is no transfer.
CREATE FUNCTION "ledger_entries_balance"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM added GROUP BY transfer_id HAVING sum(amount_minor) <> 0) THEN
    RAISE EXCEPTION 'the entries of a transfer do not sum to zero' USING ERRCODE = 'GL002';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_entries_balance" AFTER INSERT ON "ledger_entries"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "ledger_entries_balance"();--> statement-breakpoint
-- What was written stays: a wrong transfer is answered by another one.
CREATE FUNCTION "ledger_is_final"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: the ledger is only added to', TG_OP, TG_TABLE_NAME USING ERRCODE = 'GL003';
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_entries_final" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "ledger_is_final"();--> statement-breakpoint
CREATE TRIGGER "ledger_seals_final" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_seals"
  FOR EACH STATEMENT EXECUTE FUNCTION "ledger_is_final"();--> statement-breakpoint
CREATE TRIGGER "transfers_final" BEFORE DELETE OR TRUNCATE ON "transfers"
  FOR EACH STATEMENT EXECUTE FUNCTION "ledger_is_final"();--> statement-breakpoint
CREATE TRIGGER "ledger_accounts_final" BEFORE DELETE OR TRUNCATE ON "ledger_accounts"
  FOR EACH STATEMENT EXECUTE FUNCTION "ledger_is_final"();--> statement-breakpoint
CREATE FUNCTION "transfers_only_sealed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.seal_no IS NOT NULL OR NEW.seal_no IS NULL
    OR (to_jsonb(OLD) - 'seal_no') IS DISTINCT FROM (to_jsonb(NEW) - 'seal_no') THEN
    RAISE EXCEPTION 'a transfer is never changed: it is only sealed, once' USING ERRCODE = 'GL003';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "transfers_only_sealed" BEFORE UPDATE ON "transfers"
  FOR EACH ROW EXECUTE FUNCTION "transfers_only_sealed"();--> statement-breakpoint
-- One transfer in one round trip: accounts are locked in one order, so that no two transfers wait for each other.
CREATE FUNCTION "post_transfer"(
  p_key text, p_kind text, p_currency text, p_reference jsonb, p_digest text, p_posted_at timestamptz,
  p_owners text[], p_buckets text[], p_amounts bigint[], p_stripe smallint
) RETURNS TABLE (posted_id bigint, is_new boolean) LANGUAGE plpgsql AS $$
DECLARE
  v_id bigint;
  v_digest text;
  v_accounts bigint[];
BEGIN
  SELECT transfer_id, digest INTO v_id, v_digest FROM transfers WHERE key = p_key;
  IF v_id IS NULL THEN
    FOR v_try IN 1..2 LOOP
      SELECT array_agg(account_id) INTO v_accounts FROM (
        SELECT account.account_id FROM ledger_accounts account
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
    INSERT INTO transfers (key, kind, currency_code, reference, digest, posted_at)
      VALUES (p_key, p_kind, p_currency, p_reference, p_digest, p_posted_at)
      ON CONFLICT (key) DO NOTHING RETURNING transfer_id INTO v_id;
    IF v_id IS NOT NULL THEN
      WITH changed AS (
        UPDATE ledger_accounts account SET balance_minor = account.balance_minor + side.amount
        FROM unnest(p_owners, p_buckets, p_amounts) AS side(owner, bucket, amount)
        WHERE account.account_id = ANY (v_accounts)
          AND account.owner = side.owner COLLATE "C" AND account.bucket = side.bucket COLLATE "C"
        RETURNING account.account_id, side.amount, account.balance_minor
      )
      INSERT INTO ledger_entries (account_id, transfer_id, amount_minor, balance_minor)
        SELECT account_id, v_id, amount, balance_minor FROM changed;
      RETURN QUERY SELECT v_id, true;
      RETURN;
    END IF;
    -- Somebody posted it while this one waited.
    SELECT transfer_id, digest INTO v_id, v_digest FROM transfers WHERE key = p_key;
  END IF;
  IF v_digest <> p_digest THEN
    RAISE EXCEPTION 'this key belongs to another transfer' USING ERRCODE = 'GL001';
  END IF;
  RETURN QUERY SELECT v_id, false;
END $$;
