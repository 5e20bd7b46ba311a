import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import Laptop from 'lucide-react/icons/laptop'
import Smartphone from 'lucide-react/icons/smartphone'
import { useState } from 'react'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { endOtherSessions, endSession } from '#contract/accounts/security-calls.ts'
import type { SessionView } from '#contract/accounts/security-schemas.ts'
import { call } from '#web/api/call.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { Badge } from '#web/ui/elements/badge.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { useFocusAfterRemoval } from '#web/ui/hooks/use-focus-after-removal.ts'
import { AlertDialog } from '#web/ui/overlays/lazy-overlay.tsx'
import { SecurityBlock } from './security-block.tsx'
import { securityQuery } from './security-queries.ts'
import { useDeviceName } from './use-device-name.ts'

const phones = new Set(['iPhone', 'iPad', 'Android'])

/** The devices that are logged in, each with a button that logs it out (ACC-19). */
export function SessionSettings() {
  const t = useTranslations('security')
  const { sessions } = useSuspenseQuery(securityQuery()).data
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent)
  const { end, isEnding } = useEndSession()
  const list = useFocusAfterRemoval<HTMLUListElement>(sessions.length)
  return (
    <SecurityBlock title={t('sessions.title')} actions={hasOthers && <EndOthers />}>
      <ul ref={list} tabIndex={-1} className="mt-3 divide-y divide-line outline-none" aria-label={t('sessions.title')}>
        {sessions.map((session) => (
          <Session key={session.id} session={session} isEnding={isEnding(session.id)} onEnd={() => end(session.id)} />
        ))}
      </ul>
    </SecurityBlock>
  )
}

function Session({ session, isEnding, onEnd }: { session: SessionView; isEnding: boolean; onEnd: () => void }) {
  const t = useTranslations('security')
  const format = useFormatter()
  const device = useDeviceName(session) ?? t('sessions.unknown')
  const Icon = phones.has(session.system ?? '') ? Smartphone : Laptop
  const used = new Date(session.lastUsedAt)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Icon aria-hidden className="size-6 shrink-0 text-text-muted" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {device}
          {session.isCurrent && <Badge tone="success">{t('sessions.this')}</Badge>}
        </p>
        <p className="text-sm text-text-muted">
          {t('sessions.used', { day: format.dateTime(used, 'day'), time: format.dateTime(used, 'time') })}
          {' · '}
          {t('sessions.started', { date: format.dateTime(new Date(session.startedAt), 'day') })}
        </p>
      </div>
      {!session.isCurrent && (
        <Button
          variant="outline"
          size="sm"
          isPending={isEnding}
          aria-label={t('sessions.endLabel', { device })}
          onClick={onEnd}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}

function useEndSession() {
  const t = useTranslations('security')
  const toast = useToast()
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (sessionId: string) => call(endSession, { params: { sessionId } }),
    onSuccess: () => toast.show({ tone: 'success', title: t('sessions.ended') }),
    onError: useErrorToast(),
    onSettled: () => client.invalidateQueries(securityQuery()),
  })
  return { end: mutate, isEnding: (id: string) => isPending && variables === id }
}

function EndOthers() {
  const t = useTranslations('security')
  const tCommon = useTranslations('common')
  const toast = useToast()
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(endOtherSessions, {}),
    onSuccess({ ended }) {
      setIsAsking(false)
      toast.show({ tone: 'success', title: t('sessions.othersEnded', { count: ended }) })
    },
    onError: useErrorToast(),
    onSettled: () => client.invalidateQueries(securityQuery()),
  })
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setIsAsking(true)}>
        {t('sessions.endOthers')}
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t('sessions.endOthersTitle')}
        description={t('sessions.endOthersText')}
        confirmLabel={t('sessions.end')}
        cancelLabel={tCommon('cancel')}
        isPending={isPending}
        onConfirm={() => mutate()}
      />
    </>
  )
}
