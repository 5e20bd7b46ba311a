import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { AlertDialog } from '#web/ui/overlays/lazy-overlay.tsx'
import { closeUnmatch } from './unmatch.ts'
import { sendLike } from './toggle-like.ts'

/** Asks before a match is ended (LIKE-6). */
export function UnmatchPopup({ member }: { member: Pick<ProfileCard, 'id' | 'name' | 'isLiked' | 'isMatch'> }) {
  const t = useTranslations('likes.unmatch')
  const common = useTranslations('common')
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(true)
  const showError = useErrorToast()
  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={() => {
        setIsOpen(false)
        closeUnmatch(client)
      }}
      title={t('title', { name: member.name })}
      description={t('text')}
      confirmLabel={t('confirm')}
      cancelLabel={common('cancel')}
      tone="danger"
      onConfirm={() => {
        sendLike({ client, showError }, member, false)
        closeUnmatch(client)
      }}
    />
  )
}
