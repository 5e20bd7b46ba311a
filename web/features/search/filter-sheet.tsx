import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { SheetPopup } from '#web/ui/overlays/sheet-popup.tsx'
import { SearchFilterFields } from './search-filter-fields.tsx'
import type { SearchState } from './use-search.ts'

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
  state: SearchState
  /** Of the members found, for the text of the button. */
  count: { count: number; more: string }
}

/** The filters on a phone; the button has the number of members found, or the failure with a retry below. */
export function FilterSheetPopup({ open, onOpenChange, state, count }: Props) {
  const t = useTranslations('search')
  const common = useTranslations('common')
  const { displayFilters, selection, change, retry } = state
  return (
    <SheetPopup
      open={open}
      onOpenChange={onOpenChange}
      title={t('filters')}
      closeLabel={common('close')}
      footer={
        <Button isWide size="lg" onClick={() => onOpenChange(false)}>
          {retry ? t('failed') : t('show', count)}
        </Button>
      }
    >
      <SearchFilterFields filters={displayFilters} selection={selection} onChange={change} />
    </SheetPopup>
  )
}
