import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import {
  renewRecoveryCodes,
  turnOffSecondFactor,
  startSecondFactor,
  turnOnSecondFactor,
} from '#contract/accounts/security-calls.ts'
import { call } from '#web/api/call.ts'
import { Badge } from '#web/ui/elements/badge.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { Dialog } from '#web/ui/overlays/lazy-overlay.tsx'
import type { ReplyOf } from '#contract/endpoint.ts'
import { useFocusOnMount } from '#web/ui/hooks/use-focus-on-mount.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecurityBlock } from './security-block.tsx'
import { SecurityForm } from './security-form.tsx'
import { securityQuery } from './security-queries.ts'

type Task = 'turnOn' | 'turnOff' | 'renew'

/** Codes at the log-in: turn on, turn off, new recovery codes (ACC-22). */
export function SecondFactorSettings() {
  const t = useTranslations('security')
  const format = useFormatter()
  const { secondFactor } = useSuspenseQuery(securityQuery()).data
  const [task, setTask] = useState<Task | null>(null)
  return (
    <SecurityBlock
      title={t('codes.title')}
      text={t('codes.text')}
      actions={
        secondFactor ? (
          <>
            <Button variant="outline" size="sm" onClick={() => setTask('renew')}>
              {t('recovery.renew')}
            </Button>
            <Button variant="outline" size="sm" onClick={() => setTask('turnOff')}>
              {t('codes.turnOff')}
            </Button>
          </>
        ) : (
          <Button variant="outline" size="sm" onClick={() => setTask('turnOn')}>
            {t('codes.turnOn')}
          </Button>
        )
      }
    >
      {secondFactor && (
        <p className="mt-3 flex flex-wrap items-center gap-2 text-sm">
          <Badge tone="success">{t('codes.on', { date: format.dateTime(new Date(secondFactor.since), 'day') })}</Badge>
          <span className="text-text-muted">{t('codes.left', { count: secondFactor.recoveryCodesLeft })}</span>
        </p>
      )}
      <TaskDialog task={task} onClose={() => setTask(null)} />
    </SecurityBlock>
  )
}

function TaskDialog({ task, onClose }: { task: Task | null; onClose: () => void }) {
  const t = useTranslations('security')
  const tCommon = useTranslations('common')
  const client = useQueryClient()
  const [codes, setCodes] = useState<string[] | null>(null)

  function close() {
    setCodes(null)
    onClose()
    void client.invalidateQueries(securityQuery())
  }

  const titles = {
    turnOn: t('codes.setupTitle'),
    turnOff: t('codes.turnOffTitle'),
    renew: t('recovery.renewTitle'),
  } satisfies Record<Task, string>
  return (
    <Dialog
      // The codes may come after the dialog was closed: they are valid, and shown nevertheless.
      open={task !== null || codes !== null}
      onOpenChange={close}
      title={task ? titles[task] : codes ? t('recovery.title') : ''}
      closeLabel={tCommon('close')}
      size="sm"
      // They are shown once, and a stray press would lose them.
      staysOpen={codes !== null}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={close} />
      ) : (
        <>
          {task === 'turnOn' && <SecondFactorSetup onTurnedOn={setCodes} />}
          {task === 'turnOff' && <TurnOff onDone={close} />}
          {task === 'renew' && <Renew onRenewed={setCodes} />}
        </>
      )}
    </Dialog>
  )
}

function TurnOff({ onDone }: { onDone: () => void }) {
  const t = useTranslations('security')
  const toast = useToast()

  async function send(body: { password: string; code: string }) {
    await call(turnOffSecondFactor, { body })
    toast.show({ tone: 'success', title: t('codes.isOff') })
    onDone()
  }

  return (
    <SecurityForm
      fields={['password', 'code']}
      help={{ code: t('help.code') }}
      submitLabel={t('codes.turnOff')}
      send={send}
    >
      <p className="text-text-muted">{t('codes.turnOffText')}</p>
    </SecurityForm>
  )
}

function Renew({ onRenewed }: { onRenewed: (recoveryCodes: string[]) => void }) {
  const t = useTranslations('security')
  return (
    <SecurityForm
      fields={['password', 'code']}
      help={{ code: t('help.code') }}
      submitLabel={t('recovery.renewSubmit')}
      send={async (body) => onRenewed((await call(renewRecoveryCodes, { body })).recoveryCodes)}
    >
      <p className="text-text-muted">{t('recovery.renewText')}</p>
    </SecurityForm>
  )
}

type Setup = ReplyOf<typeof startSecondFactor>

/** Turns codes on: password, then app and first code. Then the recovery codes have to be shown. */
function SecondFactorSetup({ onTurnedOn }: { onTurnedOn: (recoveryCodes: string[]) => void }) {
  const t = useTranslations('security')
  const [setup, setSetup] = useState<Setup | null>(null)
  if (!setup) {
    return (
      <SecurityForm
        fields={['password']}
        submitLabel={t('codes.next')}
        send={async (body) => setSetup(await call(startSecondFactor, { body }))}
      />
    )
  }
  return (
    <SecurityForm
      key="code"
      fields={['code']}
      help={{ code: t('help.setupCode') }}
      submitLabel={t('codes.turnOn')}
      send={async (body) => onTurnedOn((await call(turnOnSecondFactor, { body })).recoveryCodes)}
    >
      <AppSetup setup={setup} />
    </SecurityForm>
  )
}

function AppSetup({ setup: { secret, uri, qr } }: { setup: Setup }) {
  const t = useTranslations('security')
  const first = useFocusOnMount<HTMLParagraphElement>()
  return (
    <div className="flex flex-col gap-4">
      <p ref={first} tabIndex={-1} className="outline-none">
        {t('codes.scan')}
      </p>
      {/* On a phone with the app, a press on the code opens it. Scanners need dark on light. */}
      <a href={uri} aria-label={t('codes.qr')} className="mx-auto">
        <svg viewBox={viewBoxOf(qr.size)} className="block size-48 rounded-md" shapeRendering="crispEdges" aria-hidden>
          <rect x={-QUIET} y={-QUIET} width="100%" height="100%" fill="white" />
          <path d={qr.path} fill="black" />
        </svg>
      </a>
      <p>
        {t('codes.manual')}
        <span className="mt-1 block rounded-md bg-surface-muted px-3 py-2 [font-family:ui-monospace,monospace] break-words select-all">
          {secret}
        </span>
      </p>
      <p>{t('codes.confirm')}</p>
    </div>
  )
}

/** Light modules around the code, by which scanners find it. */
const QUIET = 4

function viewBoxOf(size: number) {
  return `${-QUIET} ${-QUIET} ${size + 2 * QUIET} ${size + 2 * QUIET}`
}
