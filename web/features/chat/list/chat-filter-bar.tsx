import Search from 'lucide-react/icons/search'
import { useTranslations } from '#web/i18n/intl.tsx'
import { chatFilters } from '#contract/chat/chat-filters.ts'
import { CHAT_SEARCH_MAX_LENGTH } from '#contract/limits.ts'
import { ToggleChip } from '#web/ui/elements/chip.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import type { ChatFilters } from '#web/features/chat/queries.ts'

interface Props {
  filters: ChatFilters
  onChange: (filters: ChatFilters) => void
}

/** Narrows the list of conversations: by a part of the name, and to one kind of conversation. */
export function ChatFilterBar({ filters: { filter, search = '' }, onChange }: Props) {
  const t = useTranslations('chat-list')
  const change = (next: ChatFilters) =>
    onChange({ ...(next.filter && { filter: next.filter }), ...(next.search && { search: next.search }) })
  return (
    <search className="flex flex-col gap-1 px-4 pb-1">
      <Field label={t('search')} isLabelHidden>
        <TextInput
          type="search"
          startIcon={<Search />}
          value={search}
          maxLength={CHAT_SEARCH_MAX_LENGTH}
          placeholder={t('search')}
          autoComplete="off"
          enterKeyHint="search"
          onChange={({ currentTarget }) => change({ filter, search: currentTarget.value })}
        />
      </Field>
      <div
        role="group"
        aria-label={t('filters.label')}
        className="-mx-4 flex gap-1.5 overflow-x-auto px-4 py-1.5 scrollbar-none"
      >
        {chatFilters.map((name) => (
          <ToggleChip
            key={name}
            isPressed={filter === name}
            className="shrink-0 px-3!"
            onPressedChange={(isPressed) => change({ filter: isPressed ? name : undefined, search })}
          >
            {t(`filters.${name}`)}
          </ToggleChip>
        ))}
      </div>
    </search>
  )
}
