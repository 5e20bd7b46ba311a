import CalendarHeart from 'lucide-react/icons/calendar-heart'
import GiftIcon from 'lucide-react/icons/gift'
import Image from 'lucide-react/icons/image'
import Mic from 'lucide-react/icons/mic'
import Plus from 'lucide-react/icons/plus'
import { useRef, useState } from 'react'
import type { MessagePrices } from '#contract/chat/schemas.ts'
import type { DateStart, SendingDialogProps } from '#web/features/chat/sending-dialog-props.ts'
import { PHOTO_FILE_TYPES } from '#web/features/profiles/own-photos/photo-file-types.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'
import type { MenuItem } from '#web/ui/overlays/menu-items.ts'
import { Menu } from '#web/ui/overlays/menu.tsx'

/** What can be sent beside a text: its entry in the menu, and its dialog. */
const attachments = {
  photo: {
    price: 'photo',
    icon: <Image />,
    Dialog: lazyOverlay<SendingDialogProps>(async () => (await import('./photo-popup.tsx')).PhotoPopup),
  },
  gift: {
    price: 'gift',
    icon: <GiftIcon />,
    Dialog: lazyOverlay<SendingDialogProps>(async () => (await import('./gift-popup.tsx')).GiftPopup),
  },
  voice: {
    price: 'voice',
    icon: <Mic />,
    Dialog: lazyOverlay<SendingDialogProps>(async () => (await import('./voice-popup.tsx')).VoicePopup),
  },
  date: {
    price: 'text',
    icon: <CalendarHeart />,
    Dialog: lazyOverlay<SendingDialogProps>(async () => (await import('./date-popup.tsx')).DatePopup),
  },
} as const
export type Attachment = keyof typeof attachments
const names = Object.keys(attachments) as Attachment[]

export interface OpenDialog {
  open: Attachment | null
  /** The photo that was chosen before its dialog opened. */
  photo?: File | null
  dateStart?: DateStart | null
}

/** Which dialog of a composer is open, and with what it begins. */
export function useOpenDialog(startsWith: Attachment | null) {
  const [dialog, openDialog] = useState<OpenDialog>({ open: startsWith })
  // A form that closes keeps what it began with: another one would take its place at once.
  const closeDialog = () => openDialog(({ dateStart = null }) => ({ open: null, dateStart }))
  return { dialog, openDialog, closeDialog }
}

interface MenuProps {
  prices: MessagePrices
  /** The device has a finger as its first pointer. Its own chooser of photos offers the camera too. */
  isTouch: boolean
  onOpen: (dialog: OpenDialog) => void
}

/** The menu of what can be sent beside a text, with the prices. */
export function AttachMenu({ prices, isTouch, onOpen }: MenuProps) {
  const t = useTranslations('chat-conversation.composer')
  const file = useRef<HTMLInputElement>(null)
  const items = () =>
    names.map((name): MenuItem => {
      const { price, icon } = attachments[name]
      return {
        kind: 'action',
        label: t(name, { count: prices[price] }),
        icon,
        onSelect: () => (isTouch && name === 'photo' ? file.current?.click() : onOpen({ open: name })),
      }
    })
  return (
    <>
      <input
        ref={file}
        type="file"
        accept={PHOTO_FILE_TYPES}
        hidden
        aria-label={t('photo', { count: prices.photo })}
        onChange={({ currentTarget }) => {
          const [photo] = currentTarget.files ?? []
          currentTarget.value = ''
          if (photo) onOpen({ open: 'photo', photo })
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

interface DialogsProps extends Omit<SendingDialogProps, 'open' | 'onOpenChange' | 'photo' | 'dateStart'> {
  dialog: OpenDialog
  onClose: () => void
}

/** The dialogs that send what is no text. Each is loaded when it first opens. */
export function SendingDialogs({ dialog: { open, photo = null, dateStart = null }, onClose, ...rest }: DialogsProps) {
  const common = { ...rest, photo, dateStart, onOpenChange: onClose }
  return names.map((name) => {
    const { Dialog } = attachments[name]
    return <Dialog key={name} {...common} open={open === name} />
  })
}
