import { useState } from 'react'
import type { CaseSummary } from '#contract/moderation/case-schemas.ts'
import { focusedRow } from '#web/features/operator/ui/data-list.tsx'
import { toggled } from '#web/features/operator/ui/toggled.ts'
import { useHotkeys } from '#web/features/operator/ui/use-hotkeys.ts'

/** Whether a case can be decided together with others by this operator. */
export function isSelectable({ status, claim, isExcluded }: CaseSummary) {
  return status === 'open' && claim !== 'other' && !isExcluded
}

/** The cases of a page that are decided together. The key x marks the row with the focus, a all or none. */
export function useCaseSelection(cases: readonly CaseSummary[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const all = cases.filter(isSelectable).map(({ reference }) => reference)
  const toggle = (reference: string) => setSelected((before) => toggled(before, reference))
  const clear = () => setSelected(new Set())
  useHotkeys({
    x() {
      const reference = all.find((each) => each === focusedRow())
      if (reference !== undefined) toggle(reference)
    },
    a: () => (all.every((each) => selected.has(each)) ? clear() : setSelected(new Set(all))),
  })
  return { selected, toggle, clear }
}
