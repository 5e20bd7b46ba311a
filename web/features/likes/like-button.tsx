import Heart from 'lucide-react/icons/heart'
import { useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { RoundButton } from '#web/ui/elements/round-button.tsx'
import { cx } from '#web/ui/cx.ts'
import type { Likeable } from './toggle-like.ts'
import { useHearts } from './use-likes.ts'

interface Props {
  member: Likeable
  isRound?: boolean
}

/**
 * Likes a member, with the burst and the way back of a tile's heart. Its text changes with the state, so it
 * has no `aria-pressed`.
 */
export function LikeButton({ member, isRound = false }: Props) {
  const t = useTranslations('likes')
  const hearts = useHearts()
  const isLiked = hearts.isLiked(member)
  // Only a press is answered by a burst.
  const [isPressed, setIsPressed] = useState(false)
  const icon = (
    <span className={cx('grid', isPressed && isLiked && 'like-burst')}>
      <Heart
        aria-hidden
        className={cx('transition-transform duration-200', isLiked && 'scale-110 fill-current text-secondary')}
      />
    </span>
  )
  function press() {
    setIsPressed(true)
    hearts.toggle(member)
  }
  const text = t(isLiked ? 'liked' : 'like')
  if (isRound)
    return (
      <RoundButton icon={icon} variant={isLiked ? 'raised' : 'primary'} onClick={press}>
        {text}
      </RoundButton>
    )
  return (
    <Button variant={isLiked ? 'secondary' : 'primary'} icon={icon} className="flex-1" onClick={press}>
      {text}
    </Button>
  )
}
