import { startTransition, useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { Message } from '#contract/chat/schemas.ts'
import { chatPhotoUrl } from '#contract/profiles/photo-urls.ts'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { ReportDialog } from '#web/features/moderation/report-dialog.tsx'
import { useLeaveBlocked } from '#web/features/moderation/use-block.ts'
import { AlertDialog, FullScreen } from '#web/ui/overlays/lazy-overlay.tsx'
import { hasTransitions, after } from '#web/ui/navigation/view-transitions.ts'
import type { useChangeMessage } from '#web/features/chat/message/use-change-message.ts'
import { preloadFullScreen } from '#web/ui/overlays/preload-overlays.ts'

type PhotoMessage = Extract<Message, { kind: 'photo' }>

type Asked = { kind: 'delete' | 'report'; message: Message } | { kind: 'photo'; message: PhotoMessage }

interface Input {
  partner: Pick<ProfileCard, 'id' | 'name' | 'gender'>
  remove: ReturnType<typeof useChangeMessage>['remove']
  /** The list of messages: it gets the focus after a message, and its menu with it, was deleted. */
  feed: RefObject<HTMLElement | null>
}

/** The dialogs about one message of a feed, each mounted once: deletion, report, the large photo. */
export function useFeedDialogs({ partner, remove, feed }: Input) {
  const t = useTranslations('chat-conversation')
  const common = useTranslations('common')
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  // Each report starts with an empty form.
  const [reports, setReports] = useState(0)
  const leaveBlocked = useLeaveBlocked()
  const wasDeleted = useRef(false)

  const ask = useCallback((next: Asked) => {
    // What is shown stays while the dialog closes.
    setAsked(next)
    wasDeleted.current = false
    setIsOpen(true)
    if (next.kind === 'report') setReports((count) => count + 1)
  }, [])
  const { openPhoto, onShown } = useOpenPhoto(ask)
  const isAsked = (kind: Asked['kind']) => isOpen && asked?.kind === kind
  const message = asked?.message
  const photo = asked?.kind === 'photo' ? asked.message : null
  const photoTitle = t(photo?.senderId === partner.id ? 'photo.of' : 'photo.own', { name: partner.name })

  const dialogs = (
    <>
      <AlertDialog
        open={isAsked('delete')}
        onOpenChange={setIsOpen}
        title={t('deleteMessage.title')}
        description={t('deleteMessage.text', { name: partner.name })}
        confirmLabel={common('delete')}
        cancelLabel={common('cancel')}
        tone="danger"
        isPending={remove.isPending}
        finalFocus={() => (wasDeleted.current ? feed.current : true)}
        onConfirm={() =>
          message &&
          remove.mutate(message, {
            onSuccess: () => {
              wasDeleted.current = true
            },
            onSettled: () => setIsOpen(false),
          })
        }
      />
      <ReportDialog
        key={`report ${reports}`}
        member={partner}
        message={message ? { conversationId: message.conversationId, seq: message.seq } : null}
        open={isAsked('report')}
        onOpenChange={setIsOpen}
        onBlocked={() => void leaveBlocked()}
      />
      <FullScreen open={isAsked('photo')} onOpenChange={setIsOpen} title={photoTitle} closeLabel={common('close')}>
        {photo && <LargePhoto photo={photo.photo} alt={photoTitle} onShown={onShown} />}
      </FullScreen>
    </>
  )
  return { ask, openPhoto, dialogs }
}

/** Opens a photo from its thumbnail. `onShown` is called when the large one is in the document. */
function useOpenPhoto(ask: (asked: Asked) => void) {
  const onLargePhoto = useRef(() => {})
  const openPhoto = useCallback(
    (message: PhotoMessage, thumbnail: HTMLElement) => {
      const open = () => ask({ kind: 'photo', message })
      if (!hasTransitions()) return open()
      void unfoldPhoto(thumbnail, async () => {
        const { promise, resolve } = Promise.withResolvers<void>()
        onLargePhoto.current = resolve
        // An urgent update would leave out the viewer until its loaded code was evaluated.
        startTransition(open)
        await promise
      })
    },
    [ask],
  )
  return { openPhoto, onShown: () => onLargePhoto.current() }
}

interface LargePhotoProps {
  photo: PhotoMessage['photo']
  alt: string
  /** Called when it is in the document. */
  onShown: () => void
}

/** A photo as large as the screen, in its own shape like the thumbnail, which it shows until it is loaded. */
function LargePhoto({ photo: { id, width, height }, alt, onShown }: LargePhotoProps) {
  useLayoutEffect(onShown)
  const ratio = width / height
  return (
    <div className="grid size-full place-items-center">
      <img
        src={chatPhotoUrl(id, 'large')}
        alt={alt}
        draggable={false}
        className="large-photo bg-cover"
        style={{
          aspectRatio: ratio,
          width: `min(100%, 100dvh * ${ratio})`,
          backgroundImage: `url("${chatPhotoUrl(id, 'medium')}")`,
        }}
      />
    </div>
  )
}

/** What a thumbnail is called while it becomes the large photo, which has the name in theme.css. */
const TRANSITION_NAME = 'chat-photo'
/** The page stands still until the large photo is there. Later it opens without a transition. */
const LONGEST_WAIT_MS = 400

/** Lets a large photo unfold from its thumbnail. `open` shows it, and resolves when it is in the document. */
async function unfoldPhoto(thumbnail: HTMLElement, open: () => Promise<void>) {
  // Before the transition, during which the page stands still. Without the code opening fails as well.
  await preloadFullScreen().catch(() => {})
  const page = document.documentElement
  page.dataset['unfolds'] = ''
  thumbnail.style.viewTransitionName = TRANSITION_NAME
  const { finished } = document.startViewTransition(async () => {
    thumbnail.style.viewTransitionName = ''
    await Promise.race([open(), after(LONGEST_WAIT_MS)])
  })
  await finished.finally(() => delete page.dataset['unfolds'])
}
