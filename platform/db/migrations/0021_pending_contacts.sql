CREATE TABLE "contact_take_backs" (
	"token_hash" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"email" text,
	"email_verified_at" timestamp (3) with time zone,
	"mobile" text collate "C",
	"mobile_verified_at" timestamp (3) with time zone,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contact_take_backs_channel" CHECK ("contact_take_backs"."channel" in ('mail', 'sms'))
);
--> statement-breakpoint
CREATE TABLE "pending_contacts" (
	"account_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"address" text collate "C" NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pending_contacts_account_id_channel_pk" PRIMARY KEY("account_id","channel"),
	CONSTRAINT "pending_contacts_channel" CHECK ("pending_contacts"."channel" in ('mail', 'sms'))
);
--> statement-breakpoint
ALTER TABLE "contact_take_backs" ADD CONSTRAINT "contact_take_backs_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_contacts" ADD CONSTRAINT "pending_contacts_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_take_backs_account" ON "contact_take_backs" USING btree ("account_id","changed_at");--> statement-breakpoint
CREATE INDEX "contact_take_backs_changed" ON "contact_take_backs" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "pending_contacts_address" ON "pending_contacts" USING btree ("address");--> statement-breakpoint
CREATE INDEX "pending_contacts_requested" ON "pending_contacts" USING btree ("requested_at");