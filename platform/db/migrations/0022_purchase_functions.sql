-- A session plans the statements of a function once. A plan that was made while a table was small would read the whole
-- table later, so these functions always use indexes.
ALTER FUNCTION "post_transfer" SET enable_seqscan = off;--> statement-breakpoint
ALTER FUNCTION "post_transfers" SET enable_seqscan = off;--> statement-breakpoint
ALTER FUNCTION "note_player_transfers" SET enable_seqscan = off;--> statement-breakpoint
ALTER FUNCTION "note_played_draw" SET enable_seqscan = off;--> statement-breakpoint
ALTER FUNCTION "tickets_in_month" SET enable_seqscan = off;--> statement-breakpoint
-- Locks an account, then a draw that is on sale, and returns all that a purchase needs to know, in one round trip. Each
-- statement of a function sees what was committed before it, so everything after the first lock is read under it.
CREATE FUNCTION "open_sale"(
  p_account_id uuid, p_idempotency_key text, p_draw_id text, p_currency text, p_now timestamptz
) RETURNS TABLE (account jsonb, known jsonb, draw jsonb, lines_held integer, balances jsonb, has_rewards boolean)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
BEGIN
  SELECT jsonb_build_object('status', status, 'statusUntil', status_until, 'emailVerifiedAt', email_verified_at,
      'mobileVerifiedAt', mobile_verified_at, 'kycState', kyc_state)
    INTO account FROM accounts WHERE account_id = p_account_id FOR NO KEY UPDATE;
  SELECT jsonb_build_object('receiptNumber', receipt_number, 'accountId', account_id, 'idempotencyKey', idempotency_key,
      'askedDigest', asked_digest, 'gameId', game_id, 'drawId', draw_id, 'lines', lines, 'stakeMinor', stake_minor,
      'currencyCode', currency_code, 'paidFrom', paid_from, 'boughtAt', bought_at)
    INTO known FROM purchases WHERE account_id = p_account_id AND idempotency_key = p_idempotency_key;
  IF known IS NULL THEN
    -- A draw after its close is not locked: late buyers would hold up the close again and again.
    SELECT jsonb_build_object('drawId', draw_id, 'gameId', game_id, 'drawNumber', draw_number, 'status', status,
        'drawAt', draw_at, 'salesCloseAt', sales_close_at, 'ticketPriceMinor', ticket_price_minor)
      INTO draw FROM draws
      WHERE draw_id = p_draw_id AND status = 'open' AND sales_close_at > p_now FOR SHARE;
    SELECT coalesce(sum(lines), 0) INTO lines_held FROM purchases
      WHERE draw_id = p_draw_id AND account_id = p_account_id;
    SELECT coalesce(jsonb_object_agg(bucket, balance_minor), '{}') INTO balances FROM ledger_accounts
      WHERE owner = 'player:' || p_account_id AND currency_code = p_currency;
    has_rewards := EXISTS (
        SELECT FROM promo_uses WHERE account_id = p_account_id AND state IN ('open', 'playable') AND expires_at > p_now)
      OR EXISTS (SELECT FROM referrals WHERE friend_id = p_account_id AND state = 'joined');
  END IF;
  RETURN NEXT;
END $$;--> statement-breakpoint
-- Stores a purchase with its lines and posts its transfers, in one round trip. The ledger comes last, so that its rows
-- are locked as briefly as possible.
CREATE FUNCTION "record_purchase"(
  p_receipt_number text, p_account_id uuid, p_idempotency_key text, p_asked_digest text, p_game_id text, p_draw_id text,
  p_stake_minor bigint, p_currency text, p_paid_from jsonb, p_bought_at timestamptz, p_line_nos smallint[],
  p_lines jsonb[], p_keys text[], p_kinds text[], p_currencies text[], p_references jsonb[], p_digests text[],
  p_posted_at timestamptz, p_sides integer[], p_owners text[], p_buckets text[], p_amounts bigint[], p_stripe smallint
) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_lines integer := cardinality(p_lines);
BEGIN
  INSERT INTO purchases (receipt_number, account_id, idempotency_key, asked_digest, game_id, draw_id, lines, stake_minor,
      currency_code, paid_from, bought_at)
    VALUES (p_receipt_number, p_account_id, p_idempotency_key, p_asked_digest, p_game_id, p_draw_id, v_lines,
      p_stake_minor, p_currency, p_paid_from, p_bought_at);
  INSERT INTO tickets (draw_id, receipt_number, line_no, line, stake_minor, account_id, bought_at, month)
    SELECT draw.draw_id, p_receipt_number, bought.line_no, bought.line, p_stake_minor / v_lines, p_account_id,
      p_bought_at, draw.tickets_month
    FROM draws draw CROSS JOIN unnest(p_line_nos, p_lines) AS bought(line_no, line) WHERE draw.draw_id = p_draw_id;
  PERFORM post_transfers(p_keys, p_kinds, p_currencies, p_references, p_digests, p_posted_at, p_sides, p_owners,
    p_buckets, p_amounts, p_stripe);
END $$;
