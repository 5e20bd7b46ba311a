/*
 * A charge as text, for the one statement of another slice that does more than charge: it must be paid for exactly when
 * it is done. Both halves belong together; whoever uses them locks the balance before anything else, so that no two
 * statements wait for each other.
 */

/**
 * Takes `amount` from the balance of `userId` if that covers it and `condition` holds; returns `balance`, what is left,
 * and `premium_since`. All arguments are SQL.
 */
export function debitSql({ userId, amount, condition }: { userId: string; amount: string; condition: string }) {
  return `
    update account_balances
    set balance = balance - ${amount}
    where user_id = ${userId}
      and balance >= ${amount}
      and ${condition}
    returning balance, premium_since`
}

/**
 * The ledger's entry for a debit. All arguments are SQL; `balance` and `ref` may use what is in `from`. A cause that is
 * in the ledger already breaks the unique key, and with it the whole statement.
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
