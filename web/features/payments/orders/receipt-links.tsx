import FileDown from 'lucide-react/icons/file-down'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Order } from '#contract/payments/schemas.ts'
import { receiptUrl } from '#contract/payments/receipts.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'

interface Props {
  order: Pick<Order, 'id' | 'receipts'>
  /** Icons only, for a row of a list. */
  isCompact?: boolean
}

/** Downloads of the receipt of a purchase and of its credit notes (PAY-26). */
export function ReceiptLinks({ order: { id: orderId, receipts }, isCompact = false }: Props) {
  const t = useTranslations('payments.receipt.files')
  return receipts.map(({ kind, number }) => {
    const label = t(kind, { number })
    // The file has an address of its own outside the app.
    const link = <a href={receiptUrl({ orderId, kind, number })} download aria-label={label} />
    return isCompact ? (
      <IconButton key={number} label={label} render={link}>
        <FileDown />
      </IconButton>
    ) : (
      <Button key={number} isWide variant="outline" icon={<FileDown />} render={link}>
        {label}
      </Button>
    )
  })
}
