import { useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { startSecondFactor, turnOnSecondFactor } from '#contract/accounts/security.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'
import { useFocusOnMount } from '#web/ui/hooks/use-focus-on-mount.ts'
import { SecurityForm } from './security-form.tsx'

type Setup = ReplyOf<typeof startSecondFactor>

/** Turns codes on, in two steps: password, then app and first code. Then the recovery codes have to be shown. */
export function SecondFactorSetup({ onTurnedOn }: { onTurnedOn: (recoveryCodes: string[]) => void }) {
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
      {/* On a phone the app is on the same device, and a press on the code opens it. Scanners need dark on light. */}
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
