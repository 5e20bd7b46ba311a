import MessageCircleHeart from 'lucide-react/icons/message-circle-heart'
import type { QuotedPart } from '#contract/profiles/schemas.ts'
import { Link } from '#web/api/link.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { useOpenChat } from './open-chat.ts'
import { replyPath } from './reply-path.ts'

interface Props {
  profileId: string
  part: QuotedPart
  label: string
  className?: string | undefined
}

/** Opens the conversation with a member to write about this answer or photo. */
export function ReplyLink({ profileId, part, label, className }: Props) {
  const page = replyPath(profileId, part)
  const open = useOpenChat(page)
  return (
    <IconButton
      label={label}
      variant="raised"
      className={className}
      render={<Link to={page} prefetch="intent" onClick={open} />}
    >
      <MessageCircleHeart aria-hidden className="text-secondary-text" />
    </IconButton>
  )
}
