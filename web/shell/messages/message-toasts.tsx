import { useQueryClient } from '@tanstack/react-query'
import MessageCircle from 'lucide-react/icons/message-circle'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { RealtimeEvent } from '#contract/realtime.ts'
import { navigationTarget } from '#web/api/navigation-target.ts'
import { deviceStorage } from '#web/api/safe-storage.ts'
import { faceOf } from '#web/features/profiles/face-of.ts'
import { lastMessageKey } from '#web/features/chat/list/last-message.ts'
import { chatsQuery } from '#web/features/chat/queries.ts'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { AnnouncedMessages } from './announced-messages.ts'
import { isDiscreet } from '#web/shell/notices/discreet.ts'
import { isAnnounced } from './message-toast-rules.ts'

type MessageEvent = Extract<RealtimeEvent, { type: 'message' }>

interface Props {
  /** Calls the listener with every message to announce, also earlier ones. Returns how to stop. */
  subscribe: (listener: (event: MessageEvent) => void) => () => void
}

/** Announces a message while another page is shown: the sender's face, name and the beginning (SHELL-25). */
export function MessageToasts({ subscribe }: Props) {
  const t = useTranslations('chat-list')
  const client = useQueryClient()
  const toast = useToast()
  const navigate = useNavigate()
  /** The toast of each conversation, which the next message replaces. */
  const toastIds = useRef(new Map<string, string>())
  const [announced] = useState(() => new AnnouncedMessages())

  async function announce(event: MessageEvent) {
    const { message, last, partnerId } = event
    const id = message.conversationId
    const partner = await partnerOf(partnerId)
    // Its conversation may be open by now. The page was visible: who looked away sees the toast on return.
    const { pathname } = navigationTarget() ?? location
    // A toast has no room for the label of a fictional profile (PRO-13).
    if (!partner || partner.isFictional || !isAnnounced(event, { pathname, isVisible: true })) return
    const previous = toastIds.current.get(id)
    if (previous !== undefined) toast.close(previous)
    const key = lastMessageKey(last)
    const text = key ? t(`last.${key}`) : last.preview
    const { name } = partner
    const toastId = toast.show({
      tone: 'info',
      ...(isDiscreet(deviceStorage)
        ? { title: t('toast.discreet', { name }), icon: <MessageCircle aria-hidden /> }
        : { title: name, text, face: faceOf(partner) }),
      action: { label: t('toast.open'), onPress: () => void navigate(href('/chats/:id', { id })) },
    })
    toastIds.current.set(id, toastId)
  }

  /** The member in the list; the list is fetched where a conversation has just begun. */
  async function partnerOf(partnerId: string) {
    const find = (list = client.getQueryData(chatsQuery().queryKey)) =>
      list?.chats.find(({ profile }) => profile.id === partnerId)?.profile
    const fetchList = () => client.query({ ...chatsQuery(), staleTime: 0 }).catch(() => undefined)
    // The first may be one that was under way before the conversation began, or that another fetch cancels.
    return find() ?? find(await fetchList()) ?? find(await fetchList())
  }

  const announceEach = useEffectEvent((event: MessageEvent) => {
    if (announced.add(event.message)) void announce(event)
  })
  useEffect(() => subscribe(announceEach), [subscribe])
  return null
}
