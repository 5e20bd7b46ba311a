import Gift from 'lucide-react/icons/gift'
import Heart from 'lucide-react/icons/heart'
import Images from 'lucide-react/icons/images'
import LogIn from 'lucide-react/icons/log-in'
import MessageCircle from 'lucide-react/icons/message-circle'
import { useState, type ComponentProps } from 'react'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { MemberProfile } from '#contract/profiles/schemas.ts'
import { Link } from '#web/api/link.tsx'
import { loginPath } from '#web/features/accounts/login/login-target.ts'
import { useIsSignupOpen } from '#web/features/settings/use-settings.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { RoundButton } from '#web/ui/elements/round-button.tsx'
import { opensHere } from '#web/ui/navigation/intent.ts'
import { Dialog } from '#web/ui/overlays/lazy-overlay.tsx'

interface Props {
  member: Pick<MemberProfile, 'id' | 'name'>
  onSignUp: () => void
}

/** Like, message and gift for visitors: each shows what is missing, and leads to log-in and sign-up. */
export function VisitorActions({ member: { id, name }, onSignUp }: Props) {
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
            id={id}
            signUp={{
              onClick: () => {
                setIsOpen(false)
                onSignUp()
              },
            }}
          />
        </div>
      </Dialog>
    </>
  )
}

interface InvitationProps {
  member: Pick<MemberProfile, 'id' | 'name' | 'photoLock'>
  /** Without the links (PRO-38). */
  isPreview?: boolean
  /** Opens the sign-up over the profile (SIGN-7). Without a script its link leads to the page. */
  onSignUp?: () => void
}

/** What an account opens on a profile, and how to get one, in place of what visitors do not see (PRO-5). */
export function VisitorInvitation({ member, isPreview = false, onSignUp }: InvitationProps) {
  const { id, name, photoLock } = member
  const t = useTranslations('profiles')
  const memberT = useTranslations('profiles-member')
  const isOpen = useIsSignupOpen()
  if (!isOpen && photoLock === null) return null
  return (
    <div className="flex flex-col gap-4 rounded-lg bg-accent-soft p-6 md:p-8">
      {isOpen && <p className="text-xl leading-snug font-semibold text-balance">{memberT('visitorNote', { name })}</p>}
      {photoLock === 'login' && (
        <p className="flex items-start gap-2">
          <Images aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-text" />
          {t('lock.login', { name })}
        </p>
      )}
      {!isPreview && (
        <EntryLinks
          id={id}
          signUp={{
            onClick: (event) => {
              if (!onSignUp || !opensHere(event)) return
              event.preventDefault()
              onSignUp()
            },
            render: <Link to={href('/members/:id/signup', { id })} />,
          }}
        />
      )}
    </div>
  )
}

interface EntryProps {
  /** Id of the member whose profile the log-in leads back to. */
  id: string
  signUp: Pick<ComponentProps<typeof Button>, 'onClick' | 'render'>
}

/** Sign-up and log-in, for what is closed to visitors. Sites closed to new members omit the sign-up. */
function EntryLinks({ id, signUp }: EntryProps) {
  const t = useTranslations('profiles-member')
  const isOpen = useIsSignupOpen()
  return (
    <div className="flex flex-wrap gap-2">
      {isOpen && (
        <Button className="flex-auto" {...signUp}>
          {t('signup')}
        </Button>
      )}
      <Button
        variant="outline"
        icon={<LogIn aria-hidden />}
        className="flex-auto"
        render={<Link to={loginPath(href('/members/:id', { id }))} prefetch="intent" />}
      >
        {t('login')}
      </Button>
    </div>
  )
}
