import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { shrunkSize } from '#web/features/profiles/own-photos/photo-file.ts'
import { PhotoInput, useChosenFile } from '#web/features/profiles/own-photos/photo-picker.tsx'
import { cutPhoto, openPhoto } from '#web/features/profiles/own-photos/prepare-photo.ts'
import { useSharedPhotos } from '#web/api/use-shared-photos.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { FilePreview } from '#web/ui/forms/file-preview.tsx'
import { useAttempts } from '#web/ui/hooks/use-attempts.ts'
import { Dialog } from '#web/ui/overlays/lazy-overlay.tsx'
import { SendButton } from './send-button.tsx'
import type { SendingDialogProps } from '#web/features/chat/sending-dialog-props.ts'

/** Chooses or takes a photo, and sends it. */
export function PhotoPopup({ profile, prices, credits, open, photo, onOpenChange, onSend }: SendingDialogProps) {
  const t = useTranslations('chat-conversation.photo')
  const common = useTranslations('common')
  /** A file that the dialog opened with, once another one is wanted. */
  const [declined, setDeclined] = useState<File | null>(null)
  const content = useRef<HTMLDivElement>(null)
  const { file, reset, send, problem, isPreparing } = useChosenPhoto((prepared) => {
    onSend(prepared)
    close()
  })

  /** Shows the chosen photo, or the choice again. The control that had the focus goes away. */
  function show(next: File | null) {
    content.current?.focus()
    reset(next)
  }

  function chooseAnother() {
    setDeclined(photo)
    show(null)
  }

  function close() {
    reset(null)
    onOpenChange(false)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={t('title', { name: profile.name })}
      closeLabel={common('close')}
    >
      <div ref={content} tabIndex={-1} className="outline-none">
        {file ? (
          <PhotoForm file={file} problem={problem} onSend={() => void send(file)} onAnother={chooseAnother}>
            <SendButton
              label={t('send')}
              price={prices.photo}
              credits={credits}
              profile={profile}
              isPending={isPreparing}
            />
          </PhotoForm>
        ) : (
          <PhotoChoice name={profile.name} initialFile={photo === declined ? null : photo} onChosen={show} />
        )}
      </div>
    </Dialog>
  )
}

interface FormProps {
  file: File
  problem: string | undefined
  onSend: () => void
  onAnother: () => void
  /** The button that sends. */
  children: ReactNode
}

function PhotoForm({ file, problem, onSend, onAnother, children }: FormProps) {
  const t = useTranslations('chat-conversation.photo')
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      <FilePreview file={file} className="mx-auto max-h-[50dvh] max-w-full rounded-lg object-contain" />
      {problem && (
        <p role="alert" className="text-sm text-danger-text">
          {problem}
        </p>
      )}
      {children}
      <Button variant="ghost" onClick={onAnother}>
        {t('another')}
      </Button>
    </form>
  )
}

/** The photo that is chosen, and its preparation on the device, which another choice or `reset` ends. */
function useChosenPhoto(onPrepared: (photo: Awaited<ReturnType<typeof shrunkPhoto>>) => void) {
  const errorText = useErrorText()
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string>()
  const [isPreparing, setIsPreparing] = useState(false)
  const attempts = useAttempts()

  function reset(next: File | null) {
    attempts.end()
    setIsPreparing(false)
    setProblem(undefined)
    setFile(next)
  }

  async function send(chosen: File) {
    const isCurrent = attempts.begin()
    setIsPreparing(true)
    try {
      const photo = await shrunkPhoto(chosen)
      if (isCurrent()) onPrepared(photo)
    } catch (error) {
      if (!isCurrent()) return
      setProblem(errorText(error))
      setIsPreparing(false)
    }
  }
  return { file, reset, send, problem, isPreparing }
}

interface ChoiceProps {
  name: string
  /** What was chosen before the dialog opened; it is checked like any other file. */
  initialFile: File | null
  onChosen: (file: File | null) => void
}

function PhotoChoice({ name, initialFile, onChosen }: ChoiceProps) {
  const t = useTranslations('chat-conversation.photo')
  const choice = useChosenFile(onChosen)
  const { choose } = choice
  useSharedPhotos(([shared]) => shared && void choose(shared))
  const check = useEffectEvent((file: File) => void choose(file))
  useEffect(() => {
    if (initialFile) check(initialFile)
  }, [initialFile])
  return (
    <div className="flex flex-col gap-3">
      <p className="text-text-muted">{t('hint', { name })}</p>
      <PhotoInput choice={choice} />
    </div>
  )
}

/** Shrinks a photo on the device, which also drops what cameras add, such as the place. */
async function shrunkPhoto(chosen: File) {
  const image = await openPhoto(chosen)
  const { width, height } = image
  image.close()
  const file = await cutPhoto(chosen, { x: 0, y: 0, width, height })
  return { kind: 'photo' as const, file, ...shrunkSize({ width, height }) }
}
