/*
 * SQL of charges, for statements of other slices that must act and charge atomically. A charge is a row with
 * `payer_id`, `price`, `ledger_id` and `at`. A statement has a CTE `balances`, a CTE with the charges, and
 * `chargeSql`, in this order: the balances are locked before any other row, so that two statements cannot
 * deadlock.
 */

/**
 * Returns SQL that locks the balances of all `payer_id` in this relation, by key. Its rows are those of the
 * locked balances.
 */
export function balancesSql(payers: string) {
  return `
    select b.user_id, b.balance, b.premium_since, b.last_entry_id
    from account_balances b
    where b.user_id = any (array(select payer_id from ${payers}))
    order by b.user_id
    for no key update`
}

/**
 * Returns the CTEs `paid`, `debit` and `entry`, which debit `charges` and write their ledger entries. Of
 * several charges of one member those are paid that the balance covers, by `ledger_id`. `paid` has the
 * columns of the charges, and `credits`: what remains. `debit` has `user_id` and `premium_since`, which a
 * debit can set. The entry has a greater id than `ledger_id` if one with a greater id was written first: ids
 * are made before the balance is locked. `kind` and `ref` are SQL over `paid`. A cause that is already in the
 * ledger violates its unique key and fails the whole statement.
 */
export function chargeSql({ charges, kind, ref }: Record<'charges' | 'kind' | 'ref', string>) {
  return `paid as (
    select * from (
      select ${charges}.*, (balance - sum(price) over by_age)::int as credits,
        greatest(ledger_id, last_entry_id + row_number() over by_age) as entry_id
      from ${charges}
      join balances on balances.user_id = payer_id
      window by_age as (partition by payer_id order by ledger_id)
    ) charge
    where credits >= 0
  ),
  debit as (
    update account_balances b
    set balance = spent.credits, last_entry_id = spent.entry_id
    from (select payer_id, min(credits) as credits, max(entry_id) as entry_id from paid group by payer_id) spent
    where b.user_id = spent.payer_id
    returning b.user_id, b.premium_since
  ),
  entry as (
    insert into credit_ledger (user_id, id, kind, ref, amount, balance_after, created_at)
    select payer_id, entry_id, ${kind}, ${ref}, -price, credits, at
    from paid
    where price > 0
  )`
}

/** Returns the row of each charge, in their order; null for one without a row. */
export function rowOfEach<Row extends { ledgerId: number }>(charges: readonly { ledgerId: number }[], rows: Row[]) {
  const byLedgerId = new Map(rows.map((row) => [row.ledgerId, row]))
  return charges.map(({ ledgerId }) => byLedgerId.get(ledgerId) ?? null)
}
