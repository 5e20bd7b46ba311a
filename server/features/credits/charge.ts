/*
 * SQL fragments of a charge, for statements of other slices that act and charge atomically. Always use both.
 * The statement must lock the balance before any other row, so that two statements cannot deadlock.
 */

/**
 * Returns SQL that debits `amount` from the balance of `userId` if the balance covers it and `condition`
 * holds. The SQL returns `balance` (what remains), `premium_since` and `last_entry_id`: the id for the entry,
 * `entryId` unless an earlier entry has a greater one. Ids are made before the balance is locked, so their
 * order may differ from that of the debits. All arguments are SQL.
 */
export function debitSql({
  userId,
  amount,
  entryId,
  condition,
}: Record<'userId' | 'amount' | 'entryId' | 'condition', string>) {
  return `
    update account_balances
    set balance = balance - ${amount}, last_entry_id = greatest(${entryId}, last_entry_id + 1)
    where user_id = ${userId}
      and balance >= ${amount}
      and ${condition}
    returning balance, premium_since, last_entry_id`
}

/**
 * Returns SQL that inserts the ledger entry of a debit. All arguments are SQL; `id`, `balance` and `ref` can
 * use the relations in `from`. A cause already in the ledger violates its unique key: the statement fails.
 */
export function entrySql(entry: {
  userId: string
  id: string
  kind: string
  ref: string
  amount: string
  balance: string
  at: string
  from: string
}) {
  return `
    insert into credit_ledger (user_id, id, kind, ref, amount, balance_after, created_at)
    select ${entry.userId}, ${entry.id}, ${entry.kind}, ${entry.ref}, -${entry.amount}, ${entry.balance}, ${entry.at}
    from ${entry.from}`
}
