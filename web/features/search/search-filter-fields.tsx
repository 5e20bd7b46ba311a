import ChevronDown from 'lucide-react/icons/chevron-down'
import { Suspense, useCallback, useId, useRef, useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { MAXIMUM_AGE, MINIMUM_AGE } from '#contract/limits.ts'
import { lookingForOptions } from '#contract/profiles/profile-fields.ts'
import type { AppliedFilters, SearchFilters } from '#contract/search/schemas.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { PlaceFields } from '#web/features/settings/place-fields.tsx'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { cx } from '#web/ui/cx.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { ToggleChip } from '#web/ui/elements/chip.tsx'
import { FieldGroup } from '#web/ui/forms/field.tsx'
import { NumberRange } from '#web/ui/forms/number-range.tsx'
import { SegmentedControl } from '#web/ui/forms/segmented-control.tsx'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { offeredFilters, type OfferedFilters } from './offered-filters.ts'
import type { FilterChange } from './search-filters.ts'

const SearchMoreFilters = lazyPart(async () => (await import('./search-more-filters.tsx')).SearchMoreFilters)

interface Props {
  filters: AppliedFilters
  /** The filters of the URL. */
  selection: SearchFilters
  onChange: (change: FilterChange) => void
}

/** Fields of the member search, as the site offers them. Every change searches at once. */
export function SearchFilterFields({ filters, selection, onChange }: Props) {
  const t = useTranslations('search')
  const { gender, country, region, minAge, maxAge } = filters
  const offered = offeredFilters(useSettings(), useUser() !== null)
  return (
    <div className="flex flex-col gap-6">
      {offered.gender && (
        <FieldGroup label={t('gender')}>
          <SegmentedControl
            className="*:px-1 lg:text-sm"
            value={gender}
            onValueChange={(value) => onChange({ gender: value })}
            options={lookingForOptions.map((each) => ({
              value: each,
              label: t(each === 'both' ? 'both' : `genders.${each}`),
            }))}
          />
        </FieldGroup>
      )}
      {offered.age && (
        <AgeFields minAge={minAge} maxAge={maxAge} onChange={(low, high) => onChange({ minAge: low, maxAge: high })} />
      )}
      <PlaceFields
        country={country}
        region={region ?? ''}
        hasCountry={offered.country}
        hasRegion={offered.region}
        anyRegionLabel={t('anyRegion')}
        onChange={onChange}
      />
      {offered.flags.length > 0 && (
        <FieldGroup label={t('showing')}>
          <div className="flex flex-wrap gap-2">
            {offered.flags.map((flag) => (
              <ToggleChip
                key={flag}
                isPressed={filters[flag] ?? false}
                onPressedChange={(isPressed) => onChange({ [flag]: isPressed || null })}
              >
                {t(`flags.${flag}`)}
              </ToggleChip>
            ))}
          </div>
        </FieldGroup>
      )}
      {offered.near.length + offered.choices.length > 0 && (
        <MoreFilters {...{ filters, selection, onChange, offered }} />
      )}
    </div>
  )
}

/** The less usual filters, loaded when they are opened. They are open while one of them is set. */
function MoreFilters(props: Props & { offered: OfferedFilters }) {
  const t = useTranslations('search')
  const id = useId()
  // The server does not wait for code that is loaded later.
  const isHydrated = useIsHydrated()
  const { selection, offered } = props
  const [isOpen, setIsOpen] = useState(selection.near !== undefined || offered.choices.some((name) => selection[name]))
  const group = useRef<HTMLDivElement>(null)
  const isPressed = useRef(false)
  // They open below the edge of the screen: a press brings them into view, as soon as they are there.
  const bringIntoView = useCallback((opened: HTMLElement | null) => {
    if (opened && isPressed.current) group.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={group} className="flex flex-col gap-4">
      <Button
        variant="ghost"
        className="-ms-5 self-start"
        aria-expanded={isOpen}
        aria-controls={id}
        icon={<ChevronDown className={cx('transition-transform', isOpen && 'rotate-180')} />}
        onClick={() => {
          isPressed.current = true
          setIsOpen(!isOpen)
        }}
      >
        {t('moreFilters')}
      </Button>
      <div id={id} hidden={!isOpen}>
        {isOpen && isHydrated && (
          <Suspense>
            <div ref={bringIntoView}>
              <SearchMoreFilters {...props} />
            </div>
          </Suspense>
        )}
      </div>
    </div>
  )
}

interface AgeProps {
  minAge: number
  maxAge: number
  onChange: (low: number, high: number) => void
}

function AgeFields({ minAge, maxAge, onChange }: AgeProps) {
  const t = useTranslations('search')
  const [ages, setAges] = useState<readonly [low: number, high: number]>([minAge, maxAge])
  // Back and Forward apply other ages, and the slider follows. While it is dragged, nothing is applied.
  const [applied, setApplied] = useState({ minAge, maxAge })
  if (applied.minAge !== minAge || applied.maxAge !== maxAge) {
    setApplied({ minAge, maxAge })
    setAges([minAge, maxAge])
  }
  return (
    <FieldGroup label={t('age')}>
      <NumberRange
        min={MINIMUM_AGE}
        max={MAXIMUM_AGE}
        value={ages}
        onValueChange={setAges}
        onValueCommit={([low, high]) => onChange(low, high)}
        lowLabel={t('minAge')}
        highLabel={t('maxAge')}
        formatRange={(low, high) => t('ages', { low, high })}
      />
    </FieldGroup>
  )
}
