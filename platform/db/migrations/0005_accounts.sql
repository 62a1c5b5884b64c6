CREATE TABLE "login_failures" (
	"subject" text collate "C" PRIMARY KEY NOT NULL,
	"failures" smallint NOT NULL,
	"first_failed_at" timestamp (3) with time zone NOT NULL,
	"last_failed_at" timestamp (3) with time zone NOT NULL,
	"locked_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "otps" (
	"otp_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "otps_otp_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"purpose" text NOT NULL,
	"recipient_hash" text collate "C" NOT NULL,
	"code_hash" text collate "C" NOT NULL,
	"salt" text collate "C" NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"verified_at" timestamp (3) with time zone,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "otps_purpose" CHECK ("otps"."purpose" in ('contact', 'reset', 'claim'))
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"message_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "messages_message_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"channel" text NOT NULL,
	"template" text NOT NULL,
	"language" text NOT NULL,
	"recipient_hash" text collate "C" NOT NULL,
	"sealed" text,
	"state" text NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"once_key" text collate "C",
	CONSTRAINT "messages_state" CHECK ("messages"."state" in ('due', 'sent', 'failed', 'outbox', 'void'))
);
--> statement-breakpoint
CREATE INDEX "login_failures_last" ON "login_failures" USING btree ("last_failed_at");--> statement-breakpoint
CREATE INDEX "otps_recipient" ON "otps" USING btree ("recipient_hash","otp_id");--> statement-breakpoint
CREATE INDEX "otps_sent" ON "otps" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "messages_due" ON "messages" USING btree ("due_at") WHERE "messages"."state" = 'due';--> statement-breakpoint
CREATE INDEX "messages_outbox" ON "messages" USING btree ("recipient_hash","message_id") WHERE "messages"."state" = 'outbox';--> statement-breakpoint
CREATE INDEX "messages_created" ON "messages" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_once" ON "messages" USING btree ("once_key");