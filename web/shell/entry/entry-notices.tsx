import { Suspense, useState } from 'react'
import { tabStorage } from '#web/api/safe-storage.ts'
import { STORED_NOTICE } from '#web/features/accounts/stored-notice.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { EntryWarning } from './entry-warning.tsx'

const StoredNotice = lazyPart(async () => (await import('#web/shell/notices/stored-notice.tsx')).StoredNotice)

/** What a document shows once it is opened: the entry warning, to visitors, and what was done before. */
export function EntryNotices() {
  const isVisitor = useUser() === null
  const [hasNotice] = useState(() => tabStorage.getItem(STORED_NOTICE) !== null)
  return (
    <>
      {isVisitor && <EntryWarning />}
      {hasNotice && (
        <Suspense>
          <StoredNotice />
        </Suspense>
      )}
    </>
  )
}
