CREATE TABLE "signup_answers" (
	"key_hash" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"request_hash" text collate "C" NOT NULL,
	"sealed_answer" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "signup_answers" ADD CONSTRAINT "signup_answers_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "signup_answers_account" ON "signup_answers" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "signup_answers_created" ON "signup_answers" USING btree ("created_at");