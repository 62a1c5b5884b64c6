CREATE TABLE "played_draws" (
	"account_id" uuid NOT NULL,
	"draw_at" timestamp (3) with time zone NOT NULL,
	"draw_id" text collate "C" NOT NULL,
	"game_id" text collate "C" NOT NULL,
	CONSTRAINT "played_draws_account_id_draw_at_draw_id_pk" PRIMARY KEY("account_id","draw_at","draw_id")
);
--> statement-breakpoint
CREATE TABLE "player_transfers" (
	"owner" text collate "C" NOT NULL,
	"posted_at" timestamp (3) with time zone NOT NULL,
	"transfer_id" bigint NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "player_transfers_owner_posted_at_transfer_id_pk" PRIMARY KEY("owner","posted_at","transfer_id")
);
--> statement-breakpoint
DROP INDEX "purchases_account";--> statement-breakpoint
CREATE INDEX "played_draws_game" ON "played_draws" USING btree ("account_id","game_id","draw_at","draw_id");--> statement-breakpoint
CREATE INDEX "player_transfers_kind" ON "player_transfers" USING btree ("owner","kind","posted_at","transfer_id");--> statement-breakpoint
CREATE INDEX "purchases_account_game" ON "purchases" USING btree ("account_id","game_id","bought_at","receipt_number");--> statement-breakpoint
CREATE INDEX "purchases_account" ON "purchases" USING btree ("account_id","bought_at","receipt_number");--> statement-breakpoint
-- What was posted and bought before.
INSERT INTO "player_transfers" ("owner", "posted_at", "transfer_id", "kind")
  SELECT DISTINCT account.owner, transfer.posted_at, transfer.transfer_id, transfer.kind
  FROM ledger_accounts account JOIN ledger_entries entry USING (account_id) JOIN transfers transfer USING (transfer_id)
  WHERE account.owner LIKE 'player:%';--> statement-breakpoint
INSERT INTO "played_draws" ("account_id", "draw_at", "draw_id", "game_id")
  SELECT DISTINCT purchase.account_id, draw.draw_at, draw.draw_id, draw.game_id
  FROM purchases purchase JOIN draws draw USING (draw_id);--> statement-breakpoint
-- Whoever posts or buys, in whatever program: it is noted with it.
CREATE FUNCTION "note_player_transfers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO player_transfers (owner, posted_at, transfer_id, kind)
    SELECT DISTINCT account.owner, transfer.posted_at, transfer.transfer_id, transfer.kind
    FROM added JOIN ledger_accounts account USING (account_id) JOIN transfers transfer USING (transfer_id)
    WHERE account.owner LIKE 'player:%';
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_entries_noted" AFTER INSERT ON "ledger_entries"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "note_player_transfers"();--> statement-breakpoint
CREATE TRIGGER "player_transfers_final" BEFORE UPDATE OR DELETE OR TRUNCATE ON "player_transfers"
  FOR EACH STATEMENT EXECUTE FUNCTION "ledger_is_final"();--> statement-breakpoint
CREATE FUNCTION "note_played_draw"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO played_draws (account_id, draw_at, draw_id, game_id)
    SELECT NEW.account_id, draw_at, draw_id, game_id FROM draws WHERE draw_id = NEW.draw_id
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "purchases_noted" AFTER INSERT ON "purchases"
  FOR EACH ROW EXECUTE FUNCTION "note_played_draw"();
