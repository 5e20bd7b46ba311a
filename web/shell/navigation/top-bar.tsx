import { useUser } from '#web/features/accounts/use-user.ts'
import { Bar } from './bar.tsx'
import { MemberEntries } from './member-entries.tsx'
import { VisitorEntries } from './visitor-entries.tsx'

/** The bar of all pages but the landing pages, for members and visitors. */
export function TopBar({ isHiddenOnPhone = false }: { isHiddenOnPhone?: boolean }) {
  const user = useUser()
  return <Bar isHiddenOnPhone={isHiddenOnPhone}>{user ? <MemberEntries user={user} /> : <VisitorEntries />}</Bar>
}
