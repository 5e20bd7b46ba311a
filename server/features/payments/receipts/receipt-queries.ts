import { sql } from 'kysely'
import type { CountryCode, CurrencyCode } from '#contract/countries.ts'
import type { CreditNoteKind, ReceiptKind } from '#contract/payments/receipts.ts'
import type { CompanyInfo } from '#contract/settings/schemas.ts'
import { nameInMail } from '#server/features/accounts/fragments.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

/** Columns that only hold values of the contract's types, so their types can be narrowed without parsing. */
type ContractColumns = { kind: ReceiptKind; currency: CurrencyCode; country: CountryCode }

interface Series {
  companyId: number
  kind: ReceiptKind
  year: number
}

/**
 * Takes the next number of a series. The series is locked until the transaction ends: if it is rolled back,
 * so is the number, and the series has no gap.
 */
export async function nextNumber(tx: Tx, series: Series) {
  const { lastNumber } = await tx
    .insertInto('receiptSeries')
    .values({ ...series, lastNumber: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['companyId', 'kind', 'year'])
        .doUpdateSet({ lastNumber: sql<number>`receipt_series.last_number + 1` }),
    )
    .returning('lastNumber')
    .executeTakeFirstOrThrow()
  return lastNumber
}

interface NewReceipt extends ContractColumns {
  id: number
  companyId: number
  year: number
  number: number
  orderId: number
  amountMinor: number
  vatMinor: number
  vatPermille: number
  seller: CompanyInfo
  refundId?: number | undefined
  issuedAt: Date
}

export async function insertReceipt(tx: Tx, { seller, ...receipt }: NewReceipt) {
  await tx
    .insertInto('receipts')
    .values({ ...receipt, seller: JSON.stringify(seller) })
    .execute()
}

/** Finds what the receipt of a completed order is made of. */
export function orderToBill(tx: Tx, orderId: string) {
  return tx
    .selectFrom('orders')
    .select(['id', 'siteId', 'amountMinor', 'currency', 'country'])
    .where('publicId', '=', orderId)
    .$narrowType<Omit<ContractColumns, 'kind'>>()
    .executeTakeFirstOrThrow()
}

/** Finds the receipt of an order, which credit notes repeat; undefined if no one got credits for it. */
export function receiptOf(db: Queryable, orderId: number) {
  return db
    .selectFrom('receipts')
    .select(['companyId', 'orderId', 'vatPermille', 'currency', 'country', 'seller'])
    .where('orderId', '=', orderId)
    .where('kind', '=', 'receipt')
    .$narrowType<ContractColumns>()
    .executeTakeFirst()
}

/** Finds the receipts of a kind of one of the member's own orders, with what they name of the order. */
export function ownReceipts(
  db: Queryable,
  { userId, orderId, kind }: { userId: number; orderId: string; kind: ReceiptKind },
) {
  return db
    .selectFrom('receipts as r')
    .innerJoin('orders as o', 'o.id', 'r.orderId')
    .leftJoin('receipts as first', (join) =>
      join.onRef('first.orderId', '=', 'r.orderId').on('first.kind', '=', 'receipt'),
    )
    .select(['r.kind', 'r.year', 'r.number', 'r.amountMinor', 'r.vatMinor', 'r.vatPermille', 'r.currency', 'r.country'])
    .select(['r.seller', 'r.issuedAt', 'o.publicId as orderId', 'o.siteId', 'o.credits', 'o.bundle', 'o.method'])
    .select(['first.year as firstYear', 'first.number as firstNumber'])
    .where('o.userId', '=', userId)
    .where('o.publicId', '=', orderId)
    .where('r.kind', '=', kind)
    .orderBy('r.id')
    .$narrowType<ContractColumns>()
    .execute()
}
export type OwnReceipt = Awaited<ReturnType<typeof ownReceipts>>[number]

/** The receipts of an order as a column of it, the receipt before its credit notes. */
export const receiptsColumn = sql<{ kind: ReceiptKind; year: number; number: number }[]>`(
  select coalesce(
    json_agg(json_build_object('kind', r.kind, 'year', r.year, 'number', r.number) order by r.kind desc, r.id),
    '[]'
  )
  from receipts r
  where r.order_id = orders.id
)`.as('receipts')

/** Finds what the mail with a credit note names: order and buyer; undefined when the account is gone. */
export function creditNoteMail(
  db: Queryable,
  {
    userId,
    orderId,
    kind,
    refundId,
  }: { userId: number; orderId: string; kind: CreditNoteKind; refundId?: string | undefined },
) {
  return db
    .selectFrom('receipts as r')
    .innerJoin('orders as o', 'o.id', 'r.orderId')
    .innerJoin('users as u', 'u.id', 'o.userId')
    .innerJoin('profiles as p', 'p.userId', 'o.userId')
    .select([
      'r.kind',
      'r.year',
      'r.number',
      'r.amountMinor',
      'r.vatMinor',
      'r.vatPermille',
      'r.currency',
      'r.issuedAt',
    ])
    .select(['o.siteId', 'o.publicId as orderId', 'p.country', 'u.email', 'u.language'])
    .select(nameInMail({ users: 'u', profiles: 'p' }).as('name'))
    .where('o.userId', '=', userId)
    .where('o.publicId', '=', orderId)
    .where('r.kind', '=', kind)
    .$if(refundId !== undefined, (query) => query.where('r.refundId', '=', Number(refundId)))
    .orderBy('r.id')
    .$narrowType<ContractColumns>()
    .executeTakeFirst()
}

/**
 * Lists the receipts and credit notes of a member whose address was corrected, in order of issue; none for
 * others: their mails have reached the address that is confirmed now.
 */
export function receiptsSentElsewhere(tx: Tx, userId: number) {
  return tx
    .selectFrom('receipts as r')
    .innerJoin('orders as o', 'o.id', 'r.orderId')
    .select(['o.publicId as orderId', 'r.kind', 'r.refundId'])
    .where('o.userId', '=', userId)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('mailChanges').select('id').where('userId', '=', userId).where('completedAt', 'is not', null)),
    )
    .orderBy('r.id')
    .$narrowType<Pick<ContractColumns, 'kind'>>()
    .execute()
}

/** Lists the receipts of a member's own order, in order of issue. */
export function receiptsOfOrder(tx: Tx, { userId, orderId }: { userId: number; orderId: string }) {
  return tx
    .selectFrom('receipts as r')
    .innerJoin('orders as o', 'o.id', 'r.orderId')
    .select(['r.kind', 'r.refundId'])
    .where('o.userId', '=', userId)
    .where('o.publicId', '=', orderId)
    .orderBy('r.id')
    .$narrowType<Pick<ContractColumns, 'kind'>>()
    .execute()
}
