import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { Bar } from '#web/shell/navigation/bar.tsx'
import { ErrorPage } from '#web/shell/error-page.tsx'
import { Footer } from '#web/shell/navigation/footer.tsx'
import { SkipLink } from '#web/shell/navigation/skip-link.tsx'
import { VisitorEntries } from '#web/shell/navigation/visitor-entries.tsx'

/** Pages for people who are not members yet, edge to edge. It carries nothing of what only members see. */
export default function LanderLayout() {
  return (
    <LanderFrame>
      <Outlet />
    </LanderFrame>
  )
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <LanderFrame>
      <ErrorPage error={error} />
    </LanderFrame>
  )
}

function LanderFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <Bar>
        <VisitorEntries />
      </Bar>
      <main id="content" tabIndex={-1} className="w-full grow outline-none">
        {children}
      </main>
      <Footer />
    </div>
  )
}
