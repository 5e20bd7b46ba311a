import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { SheetPopup } from '#web/ui/overlays/sheet-popup.tsx'
import { SearchFilterFields } from './search-filter-fields.tsx'
import { writeSearch } from './search-url.ts'
import type { SearchState } from './use-search.ts'

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
  state: SearchState
  /** Of the members found, for the text of the button. */
  count: { count: number; more: string }
}

/**
 * The filters on a phone. The button has the number of members found, or the failure with a retry below;
 * where no one matches the chosen filters, it removes them.
 */
export function FilterSheetPopup({ open, onOpenChange, state, count }: Props) {
  const t = useTranslations('search')
  const common = useTranslations('common')
  const { displayFilters, selection, change, clear, retry } = state
  const isEmpty = !retry && count.count === 0
  return (
    <SheetPopup
      open={open}
      onOpenChange={onOpenChange}
      title={t('filters')}
      closeLabel={common('close')}
      footer={
        isEmpty && writeSearch(selection) !== '' ? (
          <Button isWide size="lg" variant="secondary" onClick={clear}>
            {t('clearAll')}
          </Button>
        ) : (
          <Button isWide size="lg" disabled={isEmpty && !state.isSearching} onClick={() => onOpenChange(false)}>
            {retry ? t('failed') : t('show', count)}
          </Button>
        )
      }
    >
      <SearchFilterFields filters={displayFilters} selection={selection} onChange={change} />
    </SheetPopup>
  )
}
