import { type ClientBase, escapeIdentifier } from 'pg';

export interface TableShape {
  name: string;
  /** Names of the columns in the table's order, without generated columns. */
  columns: string[];
  /** Number of rows that PostgreSQL estimates. Null for a table that was never analyzed. */
  estimatedRows: number | null;
}

export interface SequenceShape {
  table: string;
  column: string;
  type: string;
  /** The last value that the sequence returned. Null if the sequence has not been used yet. */
  lastValue: string | null;
}

const notOfAnExtension = `not exists (
  select 1 from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e')`;

/**
 * SQL condition for tables of the platform. Migrations create them in the first schema of the search path. That schema
 * is `public` unless the operator set another.
 */
const inOurSchema = `c.relnamespace = current_schema()::regnamespace`;

/**
 * Returns every table in the platform's schema. Partitions are not listed separately. Unlogged tables are omitted,
 * because a backup may be taken from a replica, which cannot read unlogged tables.
 */
export async function findTables(client: ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; tuples: number }>(`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns, c.reltuples as tuples
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where ${inOurSchema} and c.relkind in ('r', 'p') and c.relpersistence = 'p'
      and not c.relispartition and ${notOfAnExtension}
    group by c.oid, c.relname, c.reltuples
    order by c.relname`);
  return rows.map(({ name, columns, tuples }) => ({
    name,
    columns,
    estimatedRows: tuples < 0 ? null : tuples,
  }));
}

/** Returns the months of a table's partitions, oldest first. Undefined for a table without partitions. */
export async function findMonths(client: ClientBase, table: string): Promise<string[] | undefined> {
  const { rows } = await client.query<{ month: string }>(
    `select substring(pg_get_expr(c.relpartbound, c.oid) from '[0-9]{4}-[0-9]{2}-[0-9]{2}') as month
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = to_regclass($1) and c.relispartition order by month`,
    [escapeIdentifier(table)],
  );
  return rows.length === 0 ? undefined : rows.map(({ month }) => month);
}

/** Returns the sequences that columns of the platform's tables own. */
export async function findSequences(client: ClientBase): Promise<SequenceShape[]> {
  const { rows } = await client.query<SequenceShape>(`
    select t.relname::text as "table", a.attname::text as "column", q.seqtypid::regtype::text as type,
      pg_sequence_last_value(c.oid)::text as "lastValue"
    from pg_class c
    join pg_sequence q on q.seqrelid = c.oid
    join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = c.oid
      and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
    join pg_class t on t.oid = d.refobjid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
    where ${inOurSchema} and c.relkind = 'S'
    order by 1, 2`);
  return rows;
}

/** Returns whether the platform's schema is empty and no migration has ever run. */
export async function isEmptyDatabase(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query(`
    select 1 from pg_class c
    where ${inOurSchema} and c.relkind in ('r', 'p', 'v', 'm', 'S') and ${notOfAnExtension}
    union all
    select 1 where to_regclass('drizzle.__drizzle_migrations') is not null
    limit 1`);
  return rows.length === 0;
}

/**
 * Drops foreign keys and disables triggers, so that tables can be loaded in any order and no trigger runs for old rows.
 * @returns a function that restores the foreign keys and triggers, and checks the foreign keys against every row
 */
export async function suspendRules(client: ClientBase): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ off: string; on: string }>(`
    select format('alter table %s drop constraint %I', f.conrelid::regclass, f.conname) as off,
      format('alter table %s add constraint %I %s', f.conrelid::regclass, f.conname, pg_get_constraintdef(f.oid)) as on
    from pg_constraint f join pg_class c on c.oid = f.conrelid
    where f.contype = 'f' and f.conparentid = 0 and ${inOurSchema}
    union all
    select format('alter table %s disable trigger %I', g.tgrelid::regclass, g.tgname),
      format('alter table %s enable trigger %I', g.tgrelid::regclass, g.tgname)
    from pg_trigger g join pg_class c on c.oid = g.tgrelid
    where not g.tgisinternal and g.tgparentid = 0 and g.tgenabled = 'O' and ${inOurSchema}`);
  for (const { off } of rows) await client.query(off);
  return async () => {
    for (const { on } of rows) await client.query(on);
  };
}
