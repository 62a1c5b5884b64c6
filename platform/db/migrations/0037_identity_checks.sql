CREATE TABLE "identity_checks" (
	"check_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" text,
	CONSTRAINT "identity_checks_state" CHECK ("identity_checks"."state" in ('pending', 'approved', 'refused')),
	CONSTRAINT "identity_checks_decided" CHECK (("identity_checks"."state" = 'pending') = ("identity_checks"."decided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "identity_documents" (
	"document_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"check_id" uuid,
	"kind" text NOT NULL,
	"media_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"state" text NOT NULL,
	"sealed_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "identity_documents_kind" CHECK ("identity_documents"."kind" in ('identity', 'identityBack', 'address')),
	CONSTRAINT "identity_documents_state" CHECK ("identity_documents"."state" in ('writing', 'stored', 'removing')),
	CONSTRAINT "identity_documents_key" CHECK (("identity_documents"."state" = 'stored') = ("identity_documents"."sealed_key" is not null))
);
--> statement-breakpoint
ALTER TABLE "identity_checks" ADD CONSTRAINT "identity_checks_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_documents" ADD CONSTRAINT "identity_documents_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_documents" ADD CONSTRAINT "identity_documents_check_id_identity_checks_check_id_fk" FOREIGN KEY ("check_id") REFERENCES "public"."identity_checks"("check_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "identity_checks_account" ON "identity_checks" USING btree ("account_id","requested_at");--> statement-breakpoint
CREATE UNIQUE INDEX "identity_checks_pending" ON "identity_checks" USING btree ("account_id") WHERE "identity_checks"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "identity_documents_account" ON "identity_documents" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "identity_documents_check" ON "identity_documents" USING btree ("check_id");--> statement-breakpoint
CREATE INDEX "identity_documents_unfinished" ON "identity_documents" USING btree ("created_at") WHERE "identity_documents"."state" <> 'stored';--> statement-breakpoint
-- Players who requested the check before it had documents.
INSERT INTO "identity_checks" ("account_id", "state", "requested_at") SELECT "account_id", 'pending', now() FROM "accounts" WHERE "kyc_state" = 'pending';
