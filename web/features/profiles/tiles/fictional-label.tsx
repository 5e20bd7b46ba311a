import { useTranslations } from '#web/i18n/intl.tsx'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { Badge } from '#web/ui/elements/badge.tsx'

interface Props {
  member: Pick<ProfileCard, 'isFictional'>
  /** Adds the whole warning as text, where there is room for it. */
  hasWarning?: boolean
}

/** Marks a fictional profile wherever it appears (PRO-13): the site's icon and name for it. */
export function FictionalLabel({ member, hasWarning = false }: Props) {
  return member.isFictional ? <Label hasWarning={hasWarning} /> : null
}

/** Apart, because a page of the search has a label in each tile, and hooks of empty ones cost time. */
function Label({ hasWarning }: { hasWarning: boolean }) {
  const t = useTranslations('profiles.fictional')
  const { fictional_icon: icon, 'fictional_warning/singular/plural': texts } = useSettings()
  const warning = texts.warning || t('warning')
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Badge tone="warning">
        <span title={warning}>
          {icon && <span aria-hidden>{icon} </span>}
          {texts.singular || t('singular')}
        </span>
      </Badge>
      {hasWarning ? <span className="text-sm">{warning}</span> : <span className="sr-only">{warning}</span>}
    </span>
  )
}
