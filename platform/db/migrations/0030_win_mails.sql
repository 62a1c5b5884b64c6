CREATE TABLE "win_mails" (
	"draw_id" text collate "C" NOT NULL,
	"account_id" uuid NOT NULL,
	"amount_minor" bigint NOT NULL,
	CONSTRAINT "win_mails_draw_id_account_id_pk" PRIMARY KEY("draw_id","account_id")
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "win_mails_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "is_bulk" boolean DEFAULT false NOT NULL;