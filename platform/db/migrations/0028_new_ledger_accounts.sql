-- A new account is inserted with its balance. Before, it was inserted, looked up, locked and updated, which took a third
-- of the time of a prize. It needs no lock, because no other transaction can see it before the commit.
CREATE OR REPLACE FUNCTION "post_transfer"(
  p_key text, p_kind text, p_currency text, p_reference jsonb, p_digest text, p_posted_at timestamptz,
  p_owners text[], p_buckets text[], p_amounts bigint[], p_stripe smallint
) RETURNS TABLE (posted_id bigint, is_new boolean) LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_id bigint;
  v_digest text;
  v_accounts bigint[];
  v_amounts bigint[];
  v_sides integer[];
  v_created bigint[] := '{}';
  v_missing integer;
  v_last_month date;
  v_month date;
BEGIN
  SELECT transfer_id, digest INTO v_id, v_digest FROM transfers WHERE key = p_key;
  IF v_id IS NULL THEN
    FOR v_try IN 1..2 LOOP
      -- Accounts are locked in one order, so that no two transfers wait for each other.
      SELECT coalesce(array_agg(account_id), '{}'), coalesce(array_agg(amount), '{}'), coalesce(array_agg(place), '{}'),
          max(last_month)
        INTO v_accounts, v_amounts, v_sides, v_last_month FROM (
        SELECT account.account_id, account.last_month, side.amount, side.place FROM ledger_accounts account
        JOIN unnest(p_owners, p_buckets, p_amounts) WITH ORDINALITY AS side(owner, bucket, amount, place)
          ON account.owner = side.owner COLLATE "C" AND account.bucket = side.bucket COLLATE "C"
        WHERE account.currency_code = p_currency
          AND account.stripe = CASE WHEN side.owner = 'house' THEN p_stripe ELSE 0 END
        ORDER BY account.account_id FOR NO KEY UPDATE OF account
      ) locked;
      -- The months of an account's entries never decrease, so that its newest entries are found from the newest month
      -- backwards.
      v_month := storage_month('ledger_entries', p_posted_at);
      IF v_last_month > v_month THEN
        -- The month of the newest entry, unless it was detached since.
        v_month := storage_month('ledger_entries', v_last_month::timestamp AT TIME ZONE 'UTC');
      END IF;
      v_missing := cardinality(p_owners) - cardinality(v_accounts);
      EXIT WHEN v_missing = 0;
      WITH created AS (
        INSERT INTO ledger_accounts (owner, bucket, currency_code, stripe, balance_minor, last_month)
          SELECT side.owner, side.bucket, p_currency, CASE WHEN side.owner = 'house' THEN p_stripe ELSE 0 END,
            side.amount, v_month
          FROM unnest(p_owners, p_buckets, p_amounts) WITH ORDINALITY AS side(owner, bucket, amount, place)
          WHERE side.place NOT IN (SELECT unnest(v_sides)) ORDER BY 1, 2
          ON CONFLICT DO NOTHING RETURNING account_id
      )
      SELECT coalesce(array_agg(account_id), '{}') INTO v_created FROM created;
      EXIT WHEN cardinality(v_created) = v_missing;
      -- Another process has inserted some of them, so that all exist now. The second pass locks them in their order.
      UPDATE ledger_accounts SET balance_minor = 0 WHERE account_id = ANY (v_created);
      v_created := '{}';
    END LOOP;
    INSERT INTO transfers (key, kind, currency_code, reference, digest, posted_at, entries_month)
      VALUES (p_key, p_kind, p_currency, p_reference, p_digest, p_posted_at, v_month)
      ON CONFLICT (key) DO NOTHING RETURNING transfer_id INTO v_id;
    IF v_id IS NOT NULL THEN
      WITH changed AS (
        UPDATE ledger_accounts account SET balance_minor = account.balance_minor + side.amount, last_month = v_month
        FROM unnest(v_accounts, v_amounts) AS side(account_id, amount)
        WHERE account.account_id = side.account_id
        RETURNING account.account_id, side.amount, account.balance_minor
      )
      INSERT INTO ledger_entries (account_id, transfer_id, amount_minor, balance_minor, month)
        SELECT account_id, v_id, amount, balance_minor, v_month FROM changed
        UNION ALL
        SELECT account_id, v_id, balance_minor, balance_minor, v_month FROM ledger_accounts
          WHERE account_id = ANY (v_created);
      RETURN QUERY SELECT v_id, true;
      RETURN;
    END IF;
    -- Another process posted it while this one waited for the locks.
    UPDATE ledger_accounts SET balance_minor = 0 WHERE account_id = ANY (v_created);
    SELECT transfer_id, digest INTO v_id, v_digest FROM transfers WHERE key = p_key;
  END IF;
  IF v_digest <> p_digest THEN
    RAISE EXCEPTION 'this key belongs to another transfer' USING ERRCODE = 'GL001';
  END IF;
  RETURN QUERY SELECT v_id, false;
END $$;
