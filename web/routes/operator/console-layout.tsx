import { Outlet, redirect, type MiddlewareFunction } from 'react-router'
import { queryOf } from '#web/api/load.ts'
import { ConfirmationProvider } from '#web/features/operator/access/confirmation.tsx'
import { operatorLoginPath } from '#web/features/operator/access/login-target.ts'
import { ConsoleBar } from '#web/features/operator/console/console-bar.tsx'
import { operatorQuery } from '#web/features/operator/queries.ts'
import { ErrorPage } from '#web/shell/errors/error-page.tsx'
import { PageShell } from '#web/shell/layouts/page-shell.tsx'
import { consoleLanguages } from '#contract/languages.ts'
import { LanguageMenu } from '#web/shell/navigation/language-menu.tsx'
import { ThemeSwitch } from '#web/shell/navigation/theme-switch.tsx'

/** Sends others than operators to the log-in. The API checks every call itself. */
const requireOperator: MiddlewareFunction<unknown> = async (args) => {
  const { operator } = await queryOf(args)(operatorQuery())
  const { pathname, search } = new URL(args.request.url)
  if (!operator) throw redirect(operatorLoginPath(pathname + search))
}
export const middleware = [requireOperator]
export const clientMiddleware = [requireOperator]

/** The navigation of the areas, and a page. */
export default function ConsoleLayout() {
  return (
    <ConfirmationProvider>
      <PageShell
        header={
          <ConsoleBar
            preferences={
              <>
                <LanguageMenu among={consoleLanguages} />
                <ThemeSwitch />
              </>
            }
          />
        }
        className="mx-auto flex max-w-400 flex-col gap-4 px-3 py-4 md:px-6"
      >
        <Outlet />
      </PageShell>
    </ConfirmationProvider>
  )
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <PageShell header={null} className="mx-auto max-w-page px-4 py-6">
      <ErrorPage error={error} />
    </PageShell>
  )
}
