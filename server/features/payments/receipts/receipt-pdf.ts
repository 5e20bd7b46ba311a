import { createFormatter, createTranslator } from 'use-intl/core'
import type { Language } from '#contract/languages.ts'
import { currencyDisplay, majorUnits } from '#contract/payments/money.ts'
import { CompanyInfo } from '#contract/settings/schemas.ts'
import { taxName } from '#contract/payments/vat.ts'
import { withKnownSpaces } from '#server/platform/fonts.ts'
import { openPdf, type Pdf } from '#server/platform/pdf.ts'
import { textsOf } from '#server/texts.ts'
import type { OwnReceipt } from './receipt-queries.ts'
import { receiptNumber } from '#server/features/payments/rules.ts'

const GREY = '#5b5b66'
const LINE = '#d9d9e0'

interface Style {
  language: Language
  /** Locale of dates and amounts. */
  locale: string
}

/**
 * Writes a receipt or credit note as a PDF. It has no name of the buyer, which no receipt of this kind needs:
 * the seller keeps receipts longer than accounts. Source: PAY-26.
 */
export async function receiptPdf(receipt: OwnReceipt, { language, locale }: Style) {
  const t = createTranslator({ locale: language, messages: textsOf('emails', language) })
  const format = createFormatter({ locale, timeZone: 'UTC' })
  const seller = CompanyInfo.parse(receipt.seller)
  const { kind, currency, amountMinor, vatMinor, vatPermille, issuedAt, country } = receipt
  const isCredit = kind !== 'receipt'
  const money = (minor: number) =>
    withKnownSpaces(
      format.number(majorUnits({ amountMinor: isCredit ? -minor : minor, currency }), {
        style: 'currency',
        currency,
        currencyDisplay: currencyDisplay(currency),
      }),
    )
  const percent = format.number(vatPermille / 1000, { style: 'percent', maximumFractionDigits: 1 })
  const tax = taxName(country)
  const title = `${t(isCredit ? 'receiptFile.creditNote' : 'receiptFile.receipt')} ${receiptNumber(receipt)}`
  const pdf = await openPdf({ title, author: seller.name, language, createdAt: issuedAt })

  addSeller(pdf, seller, country)
  pdf.doc.moveDown(2)
  pdf.addText('H1', () => pdf.doc.font('bold').fontSize(22).fillColor('black').text(title))
  pdf.doc.moveDown(0.6)
  const regions = new Intl.DisplayNames([locale], { type: 'region' })
  const details = [
    [t('receipt.date'), format.dateTime(issuedAt, { dateStyle: 'long' })],
    [t('receipt.order'), receipt.orderId],
    ...(isCredit ? [[t('receiptFile.corrects'), correctedNumber(receipt)]] : []),
    [t('receiptFile.country'), regions.of(country) ?? country],
  ]
  for (const [name = '', value = ''] of details) addLine(pdf, { name, value })
  pdf.doc.moveDown(1.2)
  const item = t('receipt.itemCredits', { credits: receipt.credits })
  addLine(pdf, { name: isCredit ? t(`receiptFile.returned.${kind}`, { item }) : item, value: money(amountMinor) })
  if (vatPermille > 0) {
    addLine(pdf, { name: t('receiptFile.net'), value: money(amountMinor - vatMinor) })
    addLine(pdf, { name: t('receiptFile.vat', { percent, tax }), value: money(vatMinor) })
  }
  addLine(pdf, { name: t('receipt.total'), value: money(amountMinor), isStrong: true })
  pdf.doc.moveDown(1.5)
  pdf.addText('P', () =>
    pdf.doc
      .font('regular')
      .fontSize(9)
      .fillColor(GREY)
      .text(t(vatPermille > 0 ? 'receiptFile.note' : 'receiptFile.noteWithoutTax', { tax }), pdf.left, undefined, {
        width: pdf.width,
      }),
  )
  return pdf.end()
}

function correctedNumber({ firstYear, firstNumber }: OwnReceipt) {
  return firstYear === null || firstNumber === null
    ? ''
    : receiptNumber({ kind: 'receipt', year: firstYear, number: firstNumber })
}

/** Name, address and registrations of the seller; its VAT number, of the buyer's country if possible. */
function addSeller({ doc, addText }: Pdf, seller: CompanyInfo, country: string) {
  const [first] = seller.vat_numbers
  const vat = seller.vat_numbers.find((each) => each.country === country) ?? first
  const lines = [seller.address, `${seller.city} (${seller.country})`, seller.kvk, vat?.number]
  addText('P', () => doc.font('bold').fontSize(13).fillColor('black').text(seller.name))
  addText('P', () => doc.font('regular').fontSize(10).fillColor(GREY).text(lines.filter(Boolean).join('\n')))
}

const ROW_PADDING = 7

/** A name at the start and its value at the end of a line, with a rule below. */
function addLine(
  { doc, addText, left, width }: Pdf,
  { name, value, isStrong = false }: { name: string; value: string; isStrong?: boolean },
) {
  const top = doc.y + ROW_PADDING
  const font = isStrong ? 'bold' : 'regular'
  let bottom = top
  addText('P', () => {
    doc
      .font(font)
      .fontSize(11)
      .fillColor(isStrong ? 'black' : GREY)
    doc.text(name, left, top, { width: width * 0.6 })
    bottom = doc.y
    doc.fillColor('black').text(value, left + width * 0.6, top, { width: width * 0.4, align: 'right' })
    bottom = Math.max(bottom, doc.y)
  })
  doc.markContent('Artifact', { type: 'Layout' })
  doc
    .moveTo(left, bottom + ROW_PADDING)
    .lineTo(left + width, bottom + ROW_PADDING)
    .lineWidth(0.7)
    .strokeColor(LINE)
    .stroke()
  doc.endMarkedContent()
  doc.x = left
  doc.y = bottom + ROW_PADDING
}
