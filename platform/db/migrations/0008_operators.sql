CREATE TABLE "admin_log" (
	"line_no" bigint PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"operator" text NOT NULL,
	"act" text collate "C" NOT NULL,
	"account_id" uuid,
	"subject" text,
	"reason" text,
	"result" jsonb NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "admin_log_line_no" CHECK ("admin_log"."line_no" > 0),
	CONSTRAINT "admin_log_operator" CHECK (length("admin_log"."operator") between 1 and 80),
	CONSTRAINT "admin_log_reason" CHECK (length("admin_log"."reason") between 1 and 400)
);
--> statement-breakpoint
ALTER TABLE "admin_log" ADD CONSTRAINT "admin_log_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_log_account" ON "admin_log" USING btree ("account_id","line_no");--> statement-breakpoint
-- What was done stays written: nobody changes the log, whatever else he may change.
CREATE FUNCTION "admin_log_is_final"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: the log is only added to', TG_OP, TG_TABLE_NAME USING ERRCODE = 'GL004';
END $$;--> statement-breakpoint
CREATE TRIGGER "admin_log_final" BEFORE UPDATE OR DELETE OR TRUNCATE ON "admin_log"
  FOR EACH STATEMENT EXECUTE FUNCTION "admin_log_is_final"();
