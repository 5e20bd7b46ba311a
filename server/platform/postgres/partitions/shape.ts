import type pg from 'pg'

/**
 * Describes what a table has besides its rows, without the names of its indexes: two tables of the same shape
 * can take each other's place. `except` is a trigger that does not count.
 */
export async function shapeOf(client: pg.Client, table: string, { except = '' }: { except?: string } = {}) {
  const { rows } = await client.query<{ shape: object }>(
    `select jsonb_build_object(
      'columns', (
        select jsonb_agg(jsonb_build_array(
          a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attstorage, a.attcompression,
          a.attcollation::regcollation, a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid)
        ) order by a.attnum)
        from pg_attribute a
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      ),
      'constraints', (
        select jsonb_agg(jsonb_build_array(conname, pg_get_constraintdef(oid)) order by conname)
        from pg_constraint
        where conrelid = t.oid and contype in ('c', 'f', 'x') or confrelid = t.oid and conparentid = 0
      ),
      'indexes', (
        select jsonb_agg(def order by def)
        from (
          select jsonb_build_array(
            indisprimary, indisunique, regexp_replace(pg_get_indexdef(indexrelid), '^.*? USING ', '')
          ) as def
          from pg_index
          where indrelid = t.oid and indisvalid
        ) index
      ),
      'triggers', (
        select jsonb_agg(tgname order by tgname) from pg_trigger where tgrelid = t.oid and not tgisinternal and tgname <> $2
      ),
      'others', jsonb_build_array(t.reloptions, t.relacl, t.relowner, t.relrowsecurity, t.relreplident)
    ) as shape
    from pg_class t
    where t.oid = $1::regclass`,
    [table, except],
  )
  return rows[0]?.shape
}
