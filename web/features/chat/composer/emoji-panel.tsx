import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { visibleEmoji } from './visible-emoji.ts'
import { emojiGroups } from './emoji.ts'

interface Props {
  id: string
  open: boolean
  onPick: (emoji: string) => void
  /** Called where the keyboard closes the panel. */
  onClose: () => void
}

/** Returns the groups with those of their emoji that this device can show. */
function visibleGroups() {
  const visible = visibleEmoji(Object.values(emojiGroups).flat())
  return (Object.entries(emojiGroups) as [keyof typeof emojiGroups, readonly string[]][])
    .map(([group, emoji]) => [group, emoji.filter((each) => visible.includes(each))] as const)
    .filter(([, emoji]) => emoji.length > 0)
}

/**
 * The emoji above the field that this device can show, loaded when it first opens. One of them is in the tab
 * order; arrows lead on.
 */
export function EmojiPanel({ id, open, onPick, onClose }: Props) {
  const t = useTranslations('chat-conversation.emoji')
  const panel = useRef<HTMLDivElement>(null)
  const [groups] = useState(visibleGroups)
  const first = groups[0]?.[1][0]
  useEffect(() => {
    if (open) (panel.current?.querySelector('button') ?? panel.current)?.focus({ preventScroll: true })
  }, [open])
  if (!open) return null
  return (
    <div
      ref={panel}
      id={id}
      role="toolbar"
      tabIndex={-1}
      aria-label={t('label')}
      className="max-h-56 overflow-y-auto overscroll-contain border-t border-line bg-surface px-3 py-2"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
        else moveInPanel(event)
      }}
    >
      {groups.length === 0 && <p className="px-1 py-2 text-sm text-text-muted">{t('none')}</p>}
      {groups.map(([group, emoji]) => (
        <div key={group} role="group" aria-label={t(group)}>
          <p aria-hidden className="px-1 pt-1 text-xs font-semibold text-text-muted">
            {t(group)}
          </p>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))]">
            {emoji.map((each) => (
              <button
                key={each}
                type="button"
                tabIndex={each === first ? 0 : -1}
                className="grid h-11 place-items-center rounded-md text-2xl outline-offset-[-3px] hover:bg-surface-muted"
                onClick={() => onPick(each)}
              >
                {each}
              </button>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

/** Left and Right lead to the next emoji, Up and Down to the one above or below, Home and End to the ends. */
function moveInPanel(event: KeyboardEvent<HTMLElement>) {
  const all = [...event.currentTarget.querySelectorAll('button')]
  const index = all.findIndex((each) => each === document.activeElement)
  const current = all[index]
  if (!current) return
  const next = {
    ArrowRight: () => all[index + 1],
    ArrowLeft: () => all[index - 1],
    ArrowDown: () => nearest(all.slice(index + 1), current),
    ArrowUp: () => nearest(all.slice(0, index).toReversed(), current),
    Home: () => all[0],
    End: () => all.at(-1),
  }[event.key]
  if (!next) return
  event.preventDefault()
  next()?.focus()
}

/** Returns the first of the buttons in the column of another one, in the next row that has one there. */
function nearest(buttons: readonly HTMLButtonElement[], { offsetLeft, offsetTop }: HTMLButtonElement) {
  return buttons.find((each) => each.offsetTop !== offsetTop && Math.abs(each.offsetLeft - offsetLeft) < 8)
}
