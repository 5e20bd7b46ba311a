import { skipToken, useQuery } from '@tanstack/react-query'
import WifiOff from 'lucide-react/icons/wifi-off'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useIsOnline } from '#web/ui/hooks/use-is-online.ts'
import { storedKey } from './stored-key.ts'

/** Shows that there is no connection, and what happens to messages meanwhile. */
export function OfflineLine() {
  const t = useTranslations('conversation')
  // The device may have a connection, and the site none.
  const { data: isStored = false } = useQuery<boolean>({ queryKey: storedKey, queryFn: skipToken, gcTime: Infinity })
  const isOnline = useIsOnline() && !isStored
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
