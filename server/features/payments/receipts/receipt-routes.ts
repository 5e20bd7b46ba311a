import { z } from 'zod'
import { countryLanguages } from '#contract/countries.ts'
import { OrderId } from '#contract/ids.ts'
import { RECEIPT_FILE_RATE, RECEIPT_NUMBER_MAX_LENGTH } from '#contract/limits.ts'
import { formatLocale } from '#contract/locales.ts'
import { receiptKinds, receiptUrl } from '#contract/payments/receipts.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { receiptPdf } from './receipt-pdf.ts'
import { ownReceipts } from './receipt-queries.ts'
import { receiptNumber } from '#server/features/payments/rules.ts'

const FilePath = z.object({ orderId: OrderId })
/** Which of several credit notes; none: the first. */
const FileQuery = z.object({ number: z.string().max(RECEIPT_NUMBER_MAX_LENGTH).optional() })

/** Serves receipts and credit notes as PDF files, to the buyer only. Source: PAY-26. */
export function receiptRoutes(
  { app, identifyMember }: Pick<Routes<Viewer>, 'app' | 'identifyMember'>,
  { db }: AppContext,
) {
  for (const kind of receiptKinds)
    app.get(
      receiptUrl({ orderId: ':orderId', kind }),
      { config: { memberRate: RECEIPT_FILE_RATE } },
      async (request, reply) => {
        const viewer = await identifyMember(request)
        const path = FilePath.safeParse(request.params)
        const query = FileQuery.safeParse(request.query)
        if (!path.success || !query.success) throw new AppError('payments.receipt_not_found')
        const { number } = query.data
        const receipts = await ownReceipts(db, { userId: viewer.userId, kind, ...path.data })
        const receipt = receipts.find((each) => number === undefined || receiptNumber(each) === number)
        if (!receipt) throw new AppError('payments.receipt_not_found')
        const { language } = viewer
        const { country } = receipt
        const locale = formatLocale({ language, isChosen: true, country, offered: countryLanguages[country] })
        const file = await receiptPdf(receipt, { language, locale })
        return reply
          .type('application/pdf')
          .header('content-disposition', `attachment; filename="${receiptNumber(receipt)}.pdf"`)
          .header('cache-control', 'private, no-store')
          .send(file)
      },
    )
}
