import { WifiOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useIsOnline } from '#web/ui/hooks/use-is-online.ts'

/** Says that the device is offline, and what happens to messages meanwhile. */
export function OfflineLine() {
  const t = useTranslations('conversation')
  const isOnline = useIsOnline()
  return (
    <p
      role="status"
      className={
        isOnline
          ? undefined
          : 'flex items-center justify-center gap-2 bg-warning-soft px-4 py-2 text-center text-sm text-text'
      }
    >
      {!isOnline && (
        <>
          <WifiOff aria-hidden className="size-4 shrink-0 text-warning-text" />
          {t('offline')}
        </>
      )}
    </p>
  )
}
