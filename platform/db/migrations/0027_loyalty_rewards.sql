CREATE TABLE "loyalty_exchanges" (
	"exchange_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"idempotency_key" text collate "C" NOT NULL,
	"reward_id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"points" integer NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency_code" text NOT NULL,
	"receipt_number" text collate "C",
	"exchanged_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "loyalty_rewards" (
	"reward_id" text collate "C" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"points" integer NOT NULL,
	"currency_code" text NOT NULL,
	"amount_minor" bigint,
	"game_id" text collate "C",
	"lines" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "loyalty_rewards_points" CHECK ("loyalty_rewards"."points" > 0),
	CONSTRAINT "loyalty_rewards_kind" CHECK (case "loyalty_rewards"."kind"
        when 'bonus' then "loyalty_rewards"."amount_minor" > 0 and "loyalty_rewards"."game_id" is null and "loyalty_rewards"."lines" is null
        when 'ticket' then "loyalty_rewards"."amount_minor" is null and "loyalty_rewards"."game_id" is not null and "loyalty_rewards"."lines" > 0
        else false end)
);
--> statement-breakpoint
ALTER TABLE "loyalty_exchanges" ADD CONSTRAINT "loyalty_exchanges_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loyalty_exchanges" ADD CONSTRAINT "loyalty_exchanges_reward_id_loyalty_rewards_reward_id_fk" FOREIGN KEY ("reward_id") REFERENCES "public"."loyalty_rewards"("reward_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "loyalty_exchanges_key" ON "loyalty_exchanges" USING btree ("account_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "loyalty_rewards_open" ON "loyalty_rewards" USING btree ("currency_code","points") WHERE "loyalty_rewards"."ended_at" is null;