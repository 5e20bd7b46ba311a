import { useState } from 'react'
import { href } from 'react-router'
import type { ChatPartner } from '#contract/chat/schemas.ts'
import { Link } from '#web/api/link.tsx'
import { LikeButton } from '#web/features/likes/like-button.tsx'
import { useLikes } from '#web/features/likes/use-likes.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { HelpButton } from './help-button.tsx'

/**
 * What a free member can do who has started all conversations: like this one, because writing to a match
 * counts as none, go on with the others, or buy premium, which comes last (CHAT-25).
 */
export function LimitHelp({ profile }: { profile: ChatPartner }) {
  const t = useTranslations('chat')
  const helpT = useTranslations('chat-conversation.help')
  const { isLiked } = useLikes()
  // The button of a like that is given here stays, with the focus on it.
  const [wasLiked] = useState(isLiked(profile))
  return (
    <>
      <p className="text-sm text-pretty text-text-muted">{helpT('match', { name: profile.name })}</p>
      <div className="flex flex-wrap justify-center gap-3">
        {!wasLiked && <LikeButton member={profile} />}
        <Button variant="outline" render={<Link to={href('/chats')} prefetch="intent" />}>
          {t('back')}
        </Button>
      </div>
      <HelpButton help="premium" profile={profile} isQuiet />
    </>
  )
}
