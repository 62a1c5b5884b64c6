CREATE TABLE "excluded_persons" (
	"person_hash" text collate "C" NOT NULL,
	"account_id" uuid NOT NULL,
	"ends_at" timestamp (3) with time zone,
	CONSTRAINT "excluded_persons_person_hash_account_id_pk" PRIMARY KEY("person_hash","account_id")
);
--> statement-breakpoint
CREATE TABLE "limit_counters" (
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"day_from" timestamp (3) with time zone NOT NULL,
	"day_minor" bigint NOT NULL,
	"week_from" timestamp (3) with time zone NOT NULL,
	"week_minor" bigint NOT NULL,
	"month_from" timestamp (3) with time zone NOT NULL,
	"month_minor" bigint NOT NULL,
	CONSTRAINT "limit_counters_account_id_kind_pk" PRIMARY KEY("account_id","kind"),
	CONSTRAINT "limit_counters_kind" CHECK ("limit_counters"."kind" in ('deposit', 'spend'))
);
--> statement-breakpoint
CREATE TABLE "player_limits" (
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"period" text NOT NULL,
	"amount_minor" bigint,
	"waiting_id" uuid,
	"waiting_amount_minor" bigint,
	"effective_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "player_limits_account_id_kind_period_pk" PRIMARY KEY("account_id","kind","period"),
	CONSTRAINT "player_limits_kind" CHECK ("player_limits"."kind" in ('deposit', 'spend')),
	CONSTRAINT "player_limits_period" CHECK ("player_limits"."period" in ('day', 'week', 'month')),
	CONSTRAINT "player_limits_amounts" CHECK (coalesce("player_limits"."amount_minor", 1) > 0 and coalesce("player_limits"."waiting_amount_minor", 1) > 0),
	CONSTRAINT "player_limits_waiting" CHECK (("player_limits"."waiting_id" is null) = ("player_limits"."effective_at" is null)
        and ("player_limits"."waiting_id" is null) = ("player_limits"."expires_at" is null))
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "timed_out_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "excluded_persons" ADD CONSTRAINT "excluded_persons_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "limit_counters" ADD CONSTRAINT "limit_counters_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_limits" ADD CONSTRAINT "player_limits_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "excluded_persons_account" ON "excluded_persons" USING btree ("account_id");--> statement-breakpoint
-- The counters change with each purchase. Free space in each page allows updates in place.
ALTER TABLE "limit_counters" SET (fillfactor = 70);--> statement-breakpoint
-- Locks an account, then a draw that is on sale, and returns all that a purchase needs to know, in one round trip. Each
-- statement of a function sees what was committed before it, so everything after the first lock is read under it.
CREATE OR REPLACE FUNCTION "open_sale"(
  p_account_id uuid, p_idempotency_key text, p_draw_id text, p_currency text, p_now timestamptz
) RETURNS TABLE (account jsonb, known jsonb, draw jsonb, lines_held integer, balances jsonb, has_rewards boolean)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  v_spending jsonb;
BEGIN
  SELECT jsonb_build_object('status', status, 'statusUntil', status_until, 'emailVerifiedAt', email_verified_at,
      'mobileVerifiedAt', mobile_verified_at, 'kycState', kyc_state, 'timedOutUntil', timed_out_until)
    INTO account FROM accounts WHERE account_id = p_account_id FOR NO KEY UPDATE;
  SELECT jsonb_build_object('receiptNumber', receipt_number, 'accountId', account_id, 'idempotencyKey', idempotency_key,
      'askedDigest', asked_digest, 'gameId', game_id, 'drawId', draw_id, 'lines', lines, 'stakeMinor', stake_minor,
      'currencyCode', currency_code, 'paidFrom', paid_from, 'boughtAt', bought_at)
    INTO known FROM purchases WHERE account_id = p_account_id AND idempotency_key = p_idempotency_key;
  IF known IS NULL THEN
    -- Only an account that once had a spending limit has a counter.
    SELECT jsonb_build_object('counter', jsonb_build_object('dayFrom', day_from, 'dayMinor', day_minor,
        'weekFrom', week_from, 'weekMinor', week_minor, 'monthFrom', month_from, 'monthMinor', month_minor),
        'limits', (SELECT jsonb_object_agg(period, amount_minor) FROM player_limits
          WHERE account_id = p_account_id AND kind = 'spend' AND amount_minor IS NOT NULL))
      INTO v_spending FROM limit_counters WHERE account_id = p_account_id AND kind = 'spend';
    account := account || jsonb_build_object('spending', v_spending);
    -- A draw after its close is not locked: late buyers would hold up the close again and again.
    SELECT jsonb_build_object('drawId', draw_id, 'gameId', game_id, 'drawNumber', draw_number, 'status', status,
        'drawAt', draw_at, 'salesCloseAt', sales_close_at, 'ticketPriceMinor', ticket_price_minor)
      INTO draw FROM draws
      WHERE draw_id = p_draw_id AND status = 'open' AND sales_close_at > p_now FOR SHARE;
    SELECT coalesce(sum(lines), 0) INTO lines_held FROM purchases
      WHERE draw_id = p_draw_id AND account_id = p_account_id;
    SELECT coalesce(jsonb_object_agg(bucket, balance_minor), '{}') INTO balances FROM ledger_accounts
      WHERE owner = 'player:' || p_account_id AND currency_code = p_currency;
    has_rewards := EXISTS (
        SELECT FROM promo_uses WHERE account_id = p_account_id AND state IN ('open', 'playable') AND expires_at > p_now)
      OR EXISTS (SELECT FROM referrals WHERE friend_id = p_account_id AND state = 'joined');
  END IF;
  RETURN NEXT;
END $$;--> statement-breakpoint
DROP FUNCTION "record_purchase"(text, uuid, text, text, text, text, bigint, text, jsonb, timestamptz, smallint[], jsonb[],
  text[], text[], text[], jsonb[], text[], timestamptz, integer[], text[], text[], bigint[], smallint);--> statement-breakpoint
-- Stores a purchase with its lines, updates the buyer's counter of stakes, and posts the transfers, in one round trip.
-- The ledger comes last, so that its rows are locked as briefly as possible.
CREATE FUNCTION "record_purchase"(
  p_receipt_number text, p_account_id uuid, p_idempotency_key text, p_asked_digest text, p_game_id text, p_draw_id text,
  p_stake_minor bigint, p_currency text, p_paid_from jsonb, p_bought_at timestamptz, p_line_nos smallint[],
  p_lines jsonb[], p_keys text[], p_kinds text[], p_currencies text[], p_references jsonb[], p_digests text[],
  p_posted_at timestamptz, p_sides integer[], p_owners text[], p_buckets text[], p_amounts bigint[], p_stripe smallint,
  p_spent jsonb DEFAULT NULL
) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_lines integer := cardinality(p_lines);
BEGIN
  -- The account is locked, so no other purchase changes its counter.
  IF p_spent IS NOT NULL THEN
    UPDATE limit_counters SET day_from = (p_spent ->> 'dayFrom')::timestamptz, day_minor = (p_spent ->> 'dayMinor')::bigint,
        week_from = (p_spent ->> 'weekFrom')::timestamptz, week_minor = (p_spent ->> 'weekMinor')::bigint,
        month_from = (p_spent ->> 'monthFrom')::timestamptz, month_minor = (p_spent ->> 'monthMinor')::bigint
      WHERE account_id = p_account_id AND kind = 'spend';
  END IF;
  INSERT INTO purchases (receipt_number, account_id, idempotency_key, asked_digest, game_id, draw_id, lines, stake_minor,
      currency_code, paid_from, bought_at)
    VALUES (p_receipt_number, p_account_id, p_idempotency_key, p_asked_digest, p_game_id, p_draw_id, v_lines,
      p_stake_minor, p_currency, p_paid_from, p_bought_at);
  INSERT INTO tickets (draw_id, receipt_number, line_no, line, stake_minor, account_id, bought_at, month)
    SELECT draw.draw_id, p_receipt_number, bought.line_no, bought.line, p_stake_minor / v_lines, p_account_id,
      p_bought_at, draw.tickets_month
    FROM draws draw CROSS JOIN unnest(p_line_nos, p_lines) AS bought(line_no, line) WHERE draw.draw_id = p_draw_id;
  PERFORM post_transfers(p_keys, p_kinds, p_currencies, p_references, p_digests, p_posted_at, p_sides, p_owners,
    p_buckets, p_amounts, p_stripe);
END $$;
