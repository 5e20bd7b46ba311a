import { useState } from 'react'
import type {
  DateDialogProps,
  DateStart,
  PhotoDialogProps,
  SendingDialogProps,
} from '#web/features/chat/sending-dialog-props.ts'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'
import type { Attachment } from './attach-menu.tsx'

interface OpenDialog {
  /** The dialog that is open. */
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

interface Props extends Omit<SendingDialogProps, 'open' | 'onOpenChange'> {
  dialog: OpenDialog
  onClose: () => void
}

/** The dialogs that send what is no text. */
export function SendingDialogs({ dialog: { open, photo = null, dateStart = null }, onClose, ...rest }: Props) {
  const common = { ...rest, onOpenChange: onClose }
  return (
    <>
      <PhotoDialog {...common} open={open === 'photo'} initialFile={photo} />
      <GiftDialog {...common} open={open === 'gift'} />
      <VoiceDialog {...common} open={open === 'voice'} />
      {/* Each suggestion that is answered has a form of its own. */}
      <DateDialog {...common} key={JSON.stringify(dateStart)} open={open === 'date'} start={dateStart} />
    </>
  )
}

/** Chooses or takes a photo, and sends it. */
const PhotoDialog = lazyOverlay<PhotoDialogProps>(async () => (await import('./photo-popup.tsx')).PhotoPopup)

/** Chooses a gift, and sends it. */
const GiftDialog = lazyOverlay<SendingDialogProps>(async () => (await import('./gift-popup.tsx')).GiftPopup)

/** Records a voice message, and sends it. */
const VoiceDialog = lazyOverlay<SendingDialogProps>(async () => (await import('./voice-popup.tsx')).VoicePopup)

/** Suggests a date. */
const DateDialog = lazyOverlay<DateDialogProps>(async () => (await import('./date-popup.tsx')).DatePopup)
