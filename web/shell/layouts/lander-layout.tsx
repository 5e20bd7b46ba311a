import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { ErrorPage } from '#web/shell/errors/error-page.tsx'
import { Bar } from '#web/shell/navigation/bar.tsx'
import { Footer } from '#web/shell/navigation/footer.tsx'
import { VisitorEntries } from '#web/shell/navigation/visitor-entries.tsx'
import { PageShell } from './page-shell.tsx'

/** Pages for visitors, edge to edge. Imports nothing that only members need, to keep their code small. */
export default function LanderLayout() {
  return (
    <LanderShell>
      <Outlet />
    </LanderShell>
  )
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <LanderShell>
      <ErrorPage error={error} />
    </LanderShell>
  )
}

function LanderShell({ children }: { children: ReactNode }) {
  return (
    <PageShell
      header={
        <Bar>
          <VisitorEntries />
        </Bar>
      }
      footer={<Footer />}
    >
      {children}
    </PageShell>
  )
}
