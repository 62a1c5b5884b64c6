CREATE TABLE "campaigns" (
	"campaign_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"promo_code" text collate "C" NOT NULL,
	"product" text NOT NULL,
	"amounts" jsonb NOT NULL,
	"percent" integer,
	"play_through" integer NOT NULL,
	"lasts_days" integer NOT NULL,
	"valid_from" timestamp (3) with time zone NOT NULL,
	"valid_until" timestamp (3) with time zone,
	"max_uses" integer,
	"max_uses_per_player" integer NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "campaigns_kind" CHECK ("campaigns"."kind" in ('signup')),
	CONSTRAINT "campaigns_percent" CHECK ("campaigns"."percent" between 1 and 1000),
	CONSTRAINT "campaigns_uses" CHECK ("campaigns"."uses" >= 0 and ("campaigns"."max_uses" is null or "campaigns"."uses" <= "campaigns"."max_uses"))
);
--> statement-breakpoint
CREATE TABLE "invitation_refusals" (
	"address_hash" text collate "C" PRIMARY KEY NOT NULL,
	"refused_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"bringer_id" uuid NOT NULL,
	"address_hash" text collate "C" NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invitations_bringer_id_address_hash_pk" PRIMARY KEY("bringer_id","address_hash")
);
--> statement-breakpoint
CREATE TABLE "promo_uses" (
	"use_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"campaign_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"state" text NOT NULL,
	"product" text NOT NULL,
	"currency_code" text NOT NULL,
	"percent" integer,
	"play_through" integer NOT NULL,
	"lasts_days" integer NOT NULL,
	"granted_minor" bigint NOT NULL,
	"left_minor" bigint DEFAULT 0 NOT NULL,
	"condition_minor" bigint DEFAULT 0 NOT NULL,
	"played_minor" bigint DEFAULT 0 NOT NULL,
	"person_hash" text collate "C" NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL,
	"granted_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "promo_uses_state" CHECK ("promo_uses"."state" in ('awaiting-deposit', 'open', 'playable', 'used', 'expired')),
	CONSTRAINT "promo_uses_left" CHECK ("promo_uses"."left_minor" between 0 and "promo_uses"."granted_minor")
);
--> statement-breakpoint
CREATE TABLE "referrals" (
	"friend_id" uuid PRIMARY KEY NOT NULL,
	"bringer_id" uuid NOT NULL,
	"state" text NOT NULL,
	"friend_reward_minor" bigint NOT NULL,
	"friend_currency" text NOT NULL,
	"bringer_reward_minor" bigint NOT NULL,
	"bringer_currency" text NOT NULL,
	"played_minor" bigint DEFAULT 0 NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"bringer_paid_minor" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "referrals_state" CHECK ("referrals"."state" in ('joined', 'rewarded', 'void')),
	CONSTRAINT "referrals_other" CHECK ("referrals"."friend_id" <> "referrals"."bringer_id")
);
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_bringer_id_accounts_account_id_fk" FOREIGN KEY ("bringer_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promo_uses" ADD CONSTRAINT "promo_uses_campaign_id_campaigns_campaign_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("campaign_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promo_uses" ADD CONSTRAINT "promo_uses_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_friend_id_accounts_account_id_fk" FOREIGN KEY ("friend_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_bringer_id_accounts_account_id_fk" FOREIGN KEY ("bringer_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "campaigns_promo_code" ON "campaigns" USING btree ("promo_code");--> statement-breakpoint
CREATE INDEX "invitations_sent" ON "invitations" USING btree ("bringer_id","sent_at");--> statement-breakpoint
CREATE INDEX "promo_uses_account" ON "promo_uses" USING btree ("account_id","used_at");--> statement-breakpoint
CREATE INDEX "promo_uses_campaign" ON "promo_uses" USING btree ("campaign_id","person_hash");--> statement-breakpoint
CREATE INDEX "promo_uses_expires" ON "promo_uses" USING btree ("expires_at") WHERE "promo_uses"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "referrals_bringer" ON "referrals" USING btree ("bringer_id","joined_at","friend_id");--> statement-breakpoint
CREATE INDEX "referrals_due" ON "referrals" USING btree ("joined_at") WHERE "referrals"."state" = 'joined' and "referrals"."played_minor" > 0;--> statement-breakpoint
-- Several transfers in one round trip: every row that any of them touches is locked first, in the one order.
CREATE FUNCTION "post_transfers"(
  p_keys text[], p_kinds text[], p_currencies text[], p_references jsonb[], p_digests text[], p_posted_at timestamptz,
  p_sides integer[], p_owners text[], p_buckets text[], p_amounts bigint[], p_stripe smallint
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_currencies text[] := '{}';
  v_stripes smallint[];
  v_from integer := 1;
  v_to integer;
BEGIN
  -- One transfer locks its own rows as it is posted.
  IF cardinality(p_keys) > 1 THEN
    FOR i IN 1..cardinality(p_keys) LOOP
      v_currencies := v_currencies || array_fill(p_currencies[i], ARRAY[p_sides[i]]);
    END LOOP;
    SELECT array_agg(CASE WHEN owner = 'house' THEN p_stripe ELSE 0 END ORDER BY place) INTO v_stripes
      FROM unnest(p_owners) WITH ORDINALITY AS side(owner, place);
    -- What is not there yet is made before anything is locked, also in one order.
    IF EXISTS (
      SELECT FROM unnest(p_owners, p_buckets, v_currencies, v_stripes) AS side(owner, bucket, currency, stripe)
      LEFT JOIN ledger_accounts account
        ON account.owner = side.owner COLLATE "C" AND account.bucket = side.bucket COLLATE "C"
          AND account.currency_code = side.currency AND account.stripe = side.stripe
      WHERE account.account_id IS NULL
    ) THEN
      INSERT INTO ledger_accounts (owner, bucket, currency_code, stripe)
        SELECT DISTINCT owner, bucket, currency, stripe
        FROM unnest(p_owners, p_buckets, v_currencies, v_stripes) AS side(owner, bucket, currency, stripe)
        ORDER BY 1, 2, 3, 4
        ON CONFLICT DO NOTHING;
    END IF;
    PERFORM account.account_id
      FROM unnest(p_owners, p_buckets, v_currencies, v_stripes) AS side(owner, bucket, currency, stripe)
      JOIN ledger_accounts account
        ON account.owner = side.owner COLLATE "C" AND account.bucket = side.bucket COLLATE "C"
          AND account.currency_code = side.currency AND account.stripe = side.stripe
      ORDER BY account.account_id FOR NO KEY UPDATE OF account;
  END IF;
  FOR i IN 1..cardinality(p_keys) LOOP
    v_to := v_from + p_sides[i] - 1;
    PERFORM post_transfer(
      p_keys[i], p_kinds[i], p_currencies[i], p_references[i], p_digests[i], p_posted_at,
      p_owners[v_from:v_to], p_buckets[v_from:v_to], p_amounts[v_from:v_to], p_stripe);
    v_from := v_to + 1;
  END LOOP;
END $$;
