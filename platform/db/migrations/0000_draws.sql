CREATE TABLE "draws" (
	"draw_id" text collate "C" PRIMARY KEY NOT NULL,
	"game_id" text collate "C" NOT NULL,
	"draw_number" integer NOT NULL,
	"status" text NOT NULL,
	"draw_at" timestamp (3) with time zone NOT NULL,
	"sales_open_at" timestamp (3) with time zone NOT NULL,
	"sales_close_at" timestamp (3) with time zone NOT NULL,
	"ticket_price_minor" bigint NOT NULL,
	"commitment" text NOT NULL,
	"sealed_seed" text NOT NULL,
	"committed_at" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone,
	"population_target" integer DEFAULT 0 NOT NULL,
	"population_sold" integer DEFAULT 0 NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"tickets_root" text,
	"tickets_total" integer DEFAULT 0 NOT NULL,
	"sales_minor" bigint DEFAULT 0 NOT NULL,
	"published_at" timestamp (3) with time zone,
	"seed" text,
	"drawn" jsonb,
	"prizes" jsonb,
	"pot_minor" bigint DEFAULT 0 NOT NULL,
	"carry_minor" bigint DEFAULT 0 NOT NULL,
	"winners_total" integer DEFAULT 0 NOT NULL,
	"paid_minor" bigint DEFAULT 0 NOT NULL,
	"rolls_over" boolean DEFAULT false NOT NULL,
	"top_win" jsonb,
	CONSTRAINT "draws_status" CHECK ("draws"."status" in ('committed', 'open', 'closed', 'published')),
	CONSTRAINT "draws_publication" CHECK (("draws"."status" = 'published') = ("draws"."seed" is not null) and ("draws"."seed" is null) = ("draws"."drawn" is null) and ("draws"."status" not in ('closed', 'published') or "draws"."tickets_root" is not null))
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"draw_id" text collate "C" NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "game_days" (
	"game_id" text collate "C" NOT NULL,
	"day" date NOT NULL,
	"draws_held" integer NOT NULL,
	"winning_tickets" integer NOT NULL,
	"paid_minor" bigint NOT NULL,
	"top_wins" jsonb NOT NULL,
	CONSTRAINT "game_days_game_id_day_pk" PRIMARY KEY("game_id","day")
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"draw_id" text collate "C" NOT NULL,
	"receipt_number" text collate "C" NOT NULL,
	"line_no" smallint DEFAULT 1 NOT NULL,
	"line" jsonb NOT NULL,
	"stake_minor" bigint NOT NULL,
	"player_no" integer,
	"bought_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tickets_draw_id_receipt_number_line_no_pk" PRIMARY KEY("draw_id","receipt_number","line_no")
);
--> statement-breakpoint
CREATE TABLE "wins" (
	"draw_id" text collate "C" NOT NULL,
	"receipt_number" text collate "C" NOT NULL,
	"line_no" smallint DEFAULT 1 NOT NULL,
	"prize_no" smallint NOT NULL,
	"amount_minor" bigint NOT NULL,
	"posted_at" timestamp (3) with time zone,
	CONSTRAINT "wins_draw_id_receipt_number_line_no_prize_no_pk" PRIMARY KEY("draw_id","receipt_number","line_no","prize_no")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "draws_game_number" ON "draws" USING btree ("game_id","draw_number");--> statement-breakpoint
CREATE INDEX "draws_game_time" ON "draws" USING btree ("game_id","draw_at");--> statement-breakpoint
CREATE INDEX "draws_due" ON "draws" USING btree ("draw_at") WHERE "draws"."status" <> 'published';--> statement-breakpoint
CREATE INDEX "events_created" ON "events" USING btree ("created_at");