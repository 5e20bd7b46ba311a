import Gift from 'lucide-react/icons/gift'
import Heart from 'lucide-react/icons/heart'
import LogIn from 'lucide-react/icons/log-in'
import MessageCircle from 'lucide-react/icons/message-circle'
import { useState } from 'react'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { MemberProfile } from '#contract/profiles/schemas.ts'
import { Link } from '#web/api/link.tsx'
import { useIsSignupOpen } from '#web/features/settings/use-settings.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { RoundButton } from '#web/ui/elements/round-button.tsx'
import { Dialog } from '#web/ui/overlays/lazy-overlay.tsx'

interface Props {
  member: Pick<MemberProfile, 'name'>
  onSignUp: () => void
}

/** Like, message and gift for visitors: each shows what is missing, and leads to log-in and sign-up. */
export function VisitorActions({ member: { name }, onSignUp }: Props) {
  const t = useTranslations('profiles-member')
  const likesT = useTranslations('likes')
  const profilesT = useTranslations('profiles')
  const giftT = useTranslations('chat-list.gift')
  const common = useTranslations('common')
  const titles = { like: t('loginToLike', { name }), chat: t('loginToChat'), gift: giftT('login', { name }) }
  const [action, setAction] = useState<'like' | 'chat' | 'gift'>('like')
  const [isOpen, setIsOpen] = useState(false)
  const ask = (next: typeof action) => {
    setAction(next)
    setIsOpen(true)
  }

  return (
    <>
      <RoundButton icon={<Heart aria-hidden />} variant="primary" onClick={() => ask('like')}>
        {likesT('like')}
      </RoundButton>
      <RoundButton icon={<MessageCircle aria-hidden />} onClick={() => ask('chat')}>
        {profilesT('message')}
      </RoundButton>
      <RoundButton icon={<Gift aria-hidden />} aria-label={giftT('send', { name })} onClick={() => ask('gift')}>
        {giftT('short')}
      </RoundButton>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={titles[action]} closeLabel={common('close')} size="sm">
        <div className="flex flex-col gap-5">
          <p className="text-text-muted">{t('visitorNote', { name })}</p>
          <EntryLinks
            onSignUp={() => {
              setIsOpen(false)
              onSignUp()
            }}
          />
        </div>
      </Dialog>
    </>
  )
}

/** Sign-up and log-in, for what is closed to visitors. Sites closed to new members omit the sign-up. */
export function EntryLinks({ size = 'md', onSignUp }: { size?: 'sm' | 'md'; onSignUp?: () => void }) {
  const t = useTranslations('profiles-member')
  const isOpen = useIsSignupOpen()
  const signUp = onSignUp ? { onClick: onSignUp } : { render: <Link to={href('/signup')} prefetch="intent" /> }
  return (
    <div className="flex flex-wrap gap-2">
      {isOpen && (
        <Button size={size} className="flex-auto" {...signUp}>
          {t('signup')}
        </Button>
      )}
      <Button
        size={size}
        variant="outline"
        icon={<LogIn aria-hidden />}
        className="flex-auto"
        render={<Link to={href('/login')} prefetch="intent" />}
      >
        {t('login')}
      </Button>
    </div>
  )
}
