import { lazy, Suspense } from 'react'
import { useUser } from '#web/features/accounts/use-user.ts'
import { useMediaQuery } from '#web/ui/hooks/use-media-query.ts'
import { Bar } from './bar.tsx'
import { MemberEntries } from './member-entries.tsx'
import { VisitorEntries } from './visitor-entries.tsx'

// Loaded in an installed app.
const BackButton = lazy(async () => ({ default: (await import('./back-button.tsx')).BackButton }))

/** The bar of all pages but the landing pages, for members and visitors. */
export function TopBar({ isHiddenOnPhone = false }: { isHiddenOnPhone?: boolean }) {
  const user = useUser()
  const isInstalledApp = useMediaQuery('(display-mode: standalone)')
  return (
    <Bar
      isHiddenOnPhone={isHiddenOnPhone}
      start={
        isInstalledApp && (
          <Suspense>
            <BackButton />
          </Suspense>
        )
      }
    >
      {user ? <MemberEntries user={user} /> : <VisitorEntries />}
    </Bar>
  )
}
