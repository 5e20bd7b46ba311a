import CalendarHeart from 'lucide-react/icons/calendar-heart'
import GiftIcon from 'lucide-react/icons/gift'
import Image from 'lucide-react/icons/image'
import Mic from 'lucide-react/icons/mic'
import Plus from 'lucide-react/icons/plus'
import { useRef } from 'react'
import type { MessagePrices } from '#contract/chat/schemas.ts'
import { PHOTO_FILE_TYPES } from '#web/features/profiles/own-photos/photo-file-types.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import type { MenuItem } from '#web/ui/overlays/menu-items.ts'
import { Menu } from '#web/ui/overlays/menu.tsx'

/** What opens from the menu. */
export type Attachment = 'photo' | 'gift' | 'voice' | 'date'

interface Props {
  prices: MessagePrices
  /** The device has a finger as its first pointer. */
  isTouch: boolean
  onOpen: (attachment: Attachment) => void
  /** Called with the file that was chosen on a phone or tablet, whose own chooser offers the camera too. */
  onPhotoChosen: (file: File) => void
}

/** The menu of what can be sent beside a text, with the prices. */
export function AttachMenu({ prices, isTouch, onOpen, onPhotoChosen }: Props) {
  const t = useTranslations('chat-conversation.composer')
  const file = useRef<HTMLInputElement>(null)
  const items = (): MenuItem[] => [
    {
      kind: 'action',
      label: t('photo', { count: prices.photo }),
      icon: <Image />,
      onSelect: () => (isTouch ? file.current?.click() : onOpen('photo')),
    },
    { kind: 'action', label: t('gift'), icon: <GiftIcon />, onSelect: () => onOpen('gift') },
    {
      kind: 'action',
      label: t('voice', { count: prices.voice }),
      icon: <Mic />,
      onSelect: () => onOpen('voice'),
    },
    { kind: 'action', label: t('date'), icon: <CalendarHeart />, onSelect: () => onOpen('date') },
  ]
  return (
    <>
      <input
        ref={file}
        type="file"
        accept={PHOTO_FILE_TYPES}
        hidden
        aria-label={t('photo', { count: prices.photo })}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          currentTarget.value = ''
          if (chosen) onPhotoChosen(chosen)
        }}
      />
      <Menu
        label={t('more')}
        items={items}
        trigger={
          <IconButton label={t('more')} size="sm" className="m-1.5">
            <Plus />
          </IconButton>
        }
      />
    </>
  )
}
